import torch
import torch.nn as nn


class BorderAttention(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(2, 1, 1)

    def forward(self, x):
        att = torch.relu(self.conv(x)).clone()
        att[:, :, :, 0] = 0
        att[:, :, :, -1] = 0
        att[:, :, 0, :] = 0
        att[:, :, -1, :] = 0
        return x * (1 + att)


torch.manual_seed(1320)
module = BorderAttention()
out = module(torch.randn(1, 2, 4, 4))
loss = out.pow(2).mean()
loss.backward()
