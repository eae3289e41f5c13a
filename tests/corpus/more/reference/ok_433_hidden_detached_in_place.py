import torch
import torch.nn as nn

torch.manual_seed(4108)
cell = nn.GRUCell(2, 3)
opt = torch.optim.SGD(cell.parameters(), lr=0.1)
h = torch.zeros(4, 3)
for chunk in torch.randn(3, 2, 4, 2):
    h = h.detach()
    for x in chunk:
        h = cell(x, h)
    loss = (h - 0.5).pow(2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
