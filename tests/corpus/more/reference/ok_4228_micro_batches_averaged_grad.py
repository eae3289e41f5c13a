import torch
import torch.nn as nn

torch.manual_seed(138)
net = nn.Linear(2, 1)
loss = net(torch.randn(3, 4, 2).reshape(12, 2)).pow(2).mean()
loss.backward()
