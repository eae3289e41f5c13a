import torch
import torch.nn as nn

torch.manual_seed(340)
cell, head = nn.LSTMCell(2, 3), nn.Linear(3, 1)
opt = torch.optim.SGD([*cell.parameters(), *head.parameters()], lr=0.05)
h = c = torch.zeros(1, 3)
for chunk in torch.randn(3, 4, 1, 2):
    opt.zero_grad()
    loss = 0.0
    for x in chunk:
        h, c = cell(x, (h, c))
        loss = loss + head(h).pow(2).mean()
    loss.backward()
    opt.step()
    h, c = h.detach(), c.detach()
