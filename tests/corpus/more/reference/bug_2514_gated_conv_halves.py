import torch
import torch.nn as nn


class ConvGLU(nn.Module):
    def __init__(self, ch, kernel=3):
        super().__init__()
        self.pad = nn.ConstantPad1d((kernel - 1, 0), 0.0)
        self.proj = nn.Conv1d(ch, 2 * ch, kernel)

    def forward(self, x):
        value, gate = self.proj(self.pad(x)).chunk(2, dim=1)
        return x + value * torch.sigmoid(gate)


torch.manual_seed(2509)
block = ConvGLU(2)
readout = nn.Linear(2, 1)
frames = torch.randn(1, 2, 5)
target = torch.randn(1, 5, 1)

out = readout(block(frames).transpose(1, 2))
loss = (out - target).abs().mean()
loss.backward()
