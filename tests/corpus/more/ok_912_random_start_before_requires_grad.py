import torch
import torch.nn as nn

torch.manual_seed(9912)
model = nn.Linear(4, 2)
x, y = torch.rand(3, 4), torch.tensor([0, 1, 1])
eps = 0.1

delta = torch.zeros_like(x).uniform_(-eps, eps)
delta.clamp_(-x.min(), 1 - x.max())
delta.requires_grad = True
loss = nn.functional.cross_entropy(model(x + delta), y)
loss.backward()
