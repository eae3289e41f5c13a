import torch
import torch.nn as nn


class LearnedRotary(nn.Module):
    def __init__(self, rot):
        super().__init__()
        self.freqs = nn.Parameter(torch.rand(rot // 2))
        self.rot = rot

    def forward(self, t):
        pos = torch.arange(t.shape[1], dtype=t.dtype)
        angle = torch.outer(pos, self.freqs).repeat(1, 2)
        middle = t[..., :self.rot]
        half = torch.cat([-middle[..., self.rot // 2:], middle[..., :self.rot // 2]], dim=-1)
        t[..., :self.rot] = middle * angle.cos() + half * angle.sin()
        return t


torch.manual_seed(2718)
rotary = LearnedRotary(4)
to_q, to_k = nn.Linear(5, 6), nn.Linear(5, 6)
x = torch.randn(1, 3, 5)
q, k = rotary(to_q(x)), rotary(to_k(x))
scores = torch.softmax(q @ k.transpose(1, 2), dim=-1)
loss = (scores * torch.eye(3)).sum()
loss.backward()
