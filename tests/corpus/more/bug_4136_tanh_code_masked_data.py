import torch
from torch import nn


class Corrupt(nn.Module):
    def __init__(self, strength=0.5):
        super().__init__()
        self.strength = strength

    def forward(self, code):
        if self.training:
            noise = torch.rand_like(code) < self.strength
            code.data.mul_(noise.float() + 0.5)
        return code


torch.manual_seed(336)
enc, dec = nn.Linear(4, 3), nn.Linear(3, 4)
corrupt = Corrupt()
x = torch.randn(5, 4)
hidden = torch.tanh(enc(x))
out = dec(corrupt(hidden))
loss = nn.functional.mse_loss(out, x)
loss.backward()
