import torch
import torch.nn as nn


class Adapter(nn.Module):
    def __init__(self, dim, rank):
        super().__init__()
        self.down, self.up = nn.Linear(dim, rank), nn.Linear(rank, dim)
        self.act = nn.ELU(inplace=True)
        nn.init.normal_(self.up.weight, std=0.5)

    def forward(self, x):
        return self.up(self.act(self.down(x)))


class Block(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(dim, dim), nn.ReLU(inplace=True))
        self.adapter = Adapter(dim, 2)

    def forward(self, x):
        h = self.body(x)
        h = h + self.adapter(h)
        return torch.relu_(h)


torch.manual_seed(3206)
block = Block(3)
x = torch.randn(5, 3)
loss = (block(x) - x).square().mean()
loss.backward()
