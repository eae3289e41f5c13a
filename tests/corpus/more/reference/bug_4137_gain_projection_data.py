import torch
from torch import nn


class Equaliser(nn.Module):
    def __init__(self, bands):
        super().__init__()
        self.gain = nn.Parameter(torch.linspace(-0.5, 0.5, bands))
        self.bias = nn.Parameter(torch.zeros(bands))

    def forward(self, x):
        return self.gain.clone() * torch.tanh(x + self.bias)

    def project(self, low=0.2):
        self.gain.data.clamp_(min=low)


torch.manual_seed(337)
band = Equaliser(4)
x, goal = torch.randn(6, 4), torch.randn(6, 4)
out = band(x)
loss = (out - goal).square().mean()
band.project()
loss.backward()
