import torch
import torch.nn as nn


class Rotary(nn.Module):
    def __init__(self, half):
        super().__init__()
        self.freqs = nn.Parameter(torch.rand(half))

    def forward(self, t):
        angle = torch.arange(t.shape[0], dtype=t.dtype)[:, None] * self.freqs
        angle = torch.cat([angle, angle], dim=1)
        n = angle.shape[1]
        a, b = t[:, :n].chunk(2, dim=1)
        turned = torch.cat([-b, a], dim=1)
        rotated = t[:, :n] * angle.cos() + turned * angle.sin()
        t[:, :n] = rotated
        return t


torch.manual_seed(921)
rope, wq = Rotary(2), nn.Linear(3, 6)
q = rope(wq(torch.randn(4, 3)))
loss = torch.tanh(q).sum()
loss.backward()
