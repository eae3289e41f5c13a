import torch
import torch.nn as nn

torch.manual_seed(9912)
model = nn.Linear(4, 2)
x, y = torch.rand(3, 4), torch.tensor([0, 1, 1])
eps = 0.1

start = torch.zeros_like(x).uniform_(-eps, eps)
delta = start.clamp(-x.min(), 1 - x.max()).requires_grad_()
loss = nn.functional.cross_entropy(model(x + delta), y)
loss.backward()
