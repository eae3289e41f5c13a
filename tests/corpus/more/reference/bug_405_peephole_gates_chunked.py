import torch
import torch.nn as nn

torch.manual_seed(4015)
cell = nn.Linear(5, 12)
peep = nn.Parameter(torch.randn(3))


def step(x, h, c):
    i, f, g, o = cell(torch.cat([x, h], dim=1)).chunk(4, dim=1)
    f = f + peep * c
    c = torch.sigmoid(f) * c + torch.sigmoid(i) * torch.tanh(g)
    return torch.sigmoid(o) * torch.tanh(c), c


h, c = torch.zeros(2, 3), torch.zeros(2, 3)
for x in torch.randn(4, 2, 2):
    h, c = step(x, h, c)
loss = h.pow(2).sum()
loss.backward()
