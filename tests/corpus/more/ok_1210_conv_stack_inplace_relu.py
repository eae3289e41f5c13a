import torch
import torch.nn as nn


class DilatedStack(nn.Module):
    def __init__(self, channels, depth):
        super().__init__()
        self.convs = nn.ModuleList([nn.Conv1d(channels, channels, 2, dilation=2 ** i) for i in range(depth)])
        self.relu = nn.ReLU(inplace=True)

    def forward(self, x):
        for conv in self.convs:
            x = self.relu(conv(x))
        return x


torch.manual_seed(2210)
stack = DilatedStack(2, 2)
audio = torch.randn(2, 2, 8)
loss = stack(audio).pow(2).mean()
loss.backward()
