import torch
import torch.nn as nn
import torch.nn.functional as F


class TimeBlock(nn.Module):
    def __init__(self, c_in, c_out):
        super().__init__()
        self.conv1 = nn.Conv1d(c_in, c_out, 2)
        self.conv2 = nn.Conv1d(c_in, c_out, 2)
        self.conv3 = nn.Conv1d(c_in, c_out, 2)

    def gate(self, x):
        temp = torch.sigmoid(self.conv2(x))
        temp = temp + self.conv1(x)
        return temp

    def forward(self, x):
        return F.relu(self.gate(x) + self.conv3(x))


torch.manual_seed(1204)
block = TimeBlock(2, 2)
traffic = torch.randn(3, 2, 5)
speed = torch.randn(3, 2, 4)
loss = F.mse_loss(block(traffic), speed)
loss.backward()
