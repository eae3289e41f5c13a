import torch
import torch.nn as nn


class GatedConv(nn.Module):
    def __init__(self):
        super().__init__()
        self.filt = nn.Conv1d(1, 2, 3, padding=1)
        self.gate = nn.Conv1d(1, 2, 3, padding=1)
        self.clip = nn.ReLU6(inplace=True)

    def forward(self, wave):
        f = torch.tanh(self.filt(wave))
        g = torch.sigmoid(self.gate(wave))
        return self.clip(f) * g


torch.manual_seed(2)
net = GatedConv()
loss = net(torch.randn(2, 1, 6)).pow(2).mean()
loss.backward()
