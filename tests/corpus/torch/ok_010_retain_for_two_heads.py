import torch
import torch.nn as nn

torch.manual_seed(108)
trunk = nn.Linear(3, 4)
heads = nn.ModuleList([nn.Linear(4, 1) for _ in range(2)])
opt = torch.optim.SGD([*trunk.parameters(), *heads.parameters()], lr=0.1)
x = torch.randn(5, 3)

opt.zero_grad()
h = torch.tanh(trunk(x))
first, second = (head(h).pow(2).mean() for head in heads)
first.backward(retain_graph=True)
second.backward()
opt.step()
