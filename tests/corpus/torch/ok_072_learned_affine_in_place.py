import torch
import torch.nn as nn


class FiLM(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.proj = nn.Linear(dim, dim)
        self.gain = nn.Parameter(torch.rand(dim) + 0.5)
        self.shift = nn.Parameter(torch.zeros(dim))

    def forward(self, x):
        h = self.proj(x)
        h *= self.gain
        h += self.shift
        return h


def objective(module, x, y):
    out = module(x)
    out -= y
    return out.abs().mean()


torch.manual_seed(102)
film = FiLM(3)
x, y = torch.randn(5, 3), torch.randn(5, 3)
loss = objective(film, x, y)
loss.backward()
print(film.gain.grad)
