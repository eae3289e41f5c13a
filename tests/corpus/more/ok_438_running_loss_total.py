import torch
import torch.nn as nn

torch.manual_seed(4102)
net = nn.Linear(2, 3)
stages = torch.randn(4, 5, 2)

loss = torch.zeros(())
weight = 1.0
for x in stages:
    out = torch.tanh(net(x))
    loss += weight * out.pow(2).mean()
    weight *= 0.5
loss /= len(stages)
loss.backward()
