import torch
import torch.nn as nn

torch.manual_seed(120)
trunk = nn.Linear(2, 3)
a, b = nn.Linear(3, 1), nn.Linear(3, 1)
feat = torch.tanh(trunk(torch.randn(6, 2)))
objectives = [a(feat).pow(2).mean(), b(feat).abs().mean()]
sum(objectives).backward()
loss = sum(o.detach() for o in objectives)

print("total", loss.item())
