import torch
import torch.nn as nn


class IncResBlock(nn.Module):
    def __init__(self):
        super().__init__()
        self.gate = nn.Parameter(torch.tensor([0.5, -0.5]))
        self.conv = nn.Conv1d(2, 2, 1)
        self.relu = nn.ReLU(inplace=True)

    def forward(self, x):
        gated = x * self.gate[:, None]
        y = self.conv(self.relu(x))
        return self.relu(y + gated)


torch.manual_seed(1324)
stem = nn.Conv1d(1, 2, 1)
block = IncResBlock()
ecg = torch.randn(1, 1, 5)
loss = block(stem(ecg)).pow(2).mean()
loss.backward()
