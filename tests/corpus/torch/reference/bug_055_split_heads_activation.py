import torch
import torch.nn as nn


class GLU(nn.Module):
    def __init__(self, d):
        super().__init__()
        self.proj = nn.Linear(d, 2 * d)
        self.act = nn.SiLU()
        self.d = d

    def forward(self, x):
        value, gate = torch.split(self.proj(x), self.d, dim=-1)
        return value * self.act(gate)


torch.manual_seed(229)
glu = GLU(3)
proj = glu.proj
loss = glu(torch.randn(4, 3)).pow(2).mean()
loss.backward()
