import torch
import torch.nn as nn


class Stage(nn.Module):
    def __init__(self):
        super().__init__()
        self.proj = nn.Linear(3, 3)
        self.act = nn.SiLU(inplace=True)

    def forward(self, x):
        z = self.proj(x)
        power = z.square().mean()
        return self.act(z), power


torch.manual_seed(709)
stage = Stage()
x, y = torch.randn(4, 3), torch.randn(4, 3)
out, power = stage(x)
loss = (out - y).pow(2).mean() + 0.05 * power
loss.backward()
