import torch
import torch.nn as nn

torch.manual_seed(9913)
leaf, compose = nn.Linear(2, 3), nn.Linear(6, 3)
tokens = torch.randn(3, 2)

chart = list(torch.tanh(leaf(tokens)))
cells = [(3, 0, 1), (4, 1, 2), (5, 3, 2)]
for cell, left, right in cells:
    pair = torch.cat([chart[left], chart[right]])
    chart.append(torch.tanh(compose(pair)))
loss = chart[5].pow(2).sum()
loss.backward()
