import torch
import torch.nn as nn

torch.manual_seed(1726)
there, back = nn.Linear(2, 2), nn.Linear(2, 2)
opts = [torch.optim.SGD(m.parameters(), lr=0.1) for m in (there, back)]
a, b = torch.randn(4, 2), torch.randn(4, 2)

loss_there = (there(a) - b).pow(2).mean()
loss_cycle = (there(back(b)) - b).pow(2).mean()
for opt in opts:
    opt.zero_grad()
(loss_there + loss_cycle).backward()
for opt in opts:
    opt.step()
