import torch
import torch.nn as nn

torch.manual_seed(121)
cell = nn.GRUCell(2, 3)
xa, xb, xc = torch.randn(1, 2), torch.randn(1, 2), torch.randn(1, 2)
h1, h2 = cell(xa), cell(xb)
with torch.no_grad():
    carried = cell(xa)
h3 = cell(xc, carried)
loss = h1.pow(2).sum() + h2.pow(2).sum() + h3.pow(2).sum()
loss.backward()
