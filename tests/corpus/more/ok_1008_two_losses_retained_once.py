import torch
import torch.nn as nn

torch.manual_seed(2008)
enc = nn.Linear(3, 2)
heads = nn.ModuleList([nn.Linear(2, 1), nn.Linear(2, 1)])
code = torch.tanh(enc(torch.randn(4, 3)))

first = heads[0](code).pow(2).mean()
second = heads[1](code).abs().mean()
first.backward(retain_graph=True)
second.backward()
