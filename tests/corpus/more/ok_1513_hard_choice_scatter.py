import torch
import torch.nn as nn

torch.manual_seed(1563)
scorer = nn.Linear(3, 4)
values = torch.randn(4, 2)
x = torch.randn(5, 3)
noise = -torch.log(-torch.log(torch.rand(5, 4)))

soft = torch.softmax((scorer(x) + noise) / 0.7, dim=-1)
index = soft.argmax(dim=-1, keepdim=True)
hard = torch.zeros_like(soft).scatter_(-1, index, 1.0)
hard.sub_(soft.detach()).add_(soft)
loss = (hard @ values - 1.0).pow(2).mean()
loss.backward()
