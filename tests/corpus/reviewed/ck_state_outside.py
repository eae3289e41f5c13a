import torch
from torch import nn
from torch.utils.checkpoint import checkpoint
class Rnn(nn.Module):
    def __init__(self):
        super().__init__()
        self.w = nn.Linear(3, 3)
        self.h = torch.zeros(3)
    def cell(self, x, h):
        return torch.tanh(self.w(x) + h)
    def forward(self, xs):
        h = self.h
        for x in xs.unbind(0):
            h = checkpoint(self.cell, x, h, use_reentrant=False)
        self.h = h.detach()
        return h
b = Rnn()
opt = torch.optim.SGD(b.parameters(), lr=0.1)
for _ in range(2):
    opt.zero_grad()
    b(torch.randn(4, 3)).sum().backward()
    opt.step()
