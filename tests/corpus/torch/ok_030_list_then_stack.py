import torch
import torch.nn as nn

torch.manual_seed(317)
cell = nn.GRUCell(2, 3)
seq = torch.randn(4, 1, 2)
h = torch.zeros(1, 3)
outs = torch.zeros(4, 1, 3)
for t in range(4):
    h = cell(seq[t], h)
    outs[t] = h
loss = outs.pow(2).mean()
loss.backward()
