import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(2144)
model = nn.Sequential(nn.Linear(4, 5), nn.Tanh(), nn.Linear(5, 3))
opt = torch.optim.SGD(model.parameters(), lr=0.1)
x, y = torch.rand(3, 4), torch.tensor([0, 2, 1])
eps, alpha = 0.3, 0.1

delta = torch.zeros_like(x).uniform_(-eps, eps)
delta.requires_grad = True
for _ in range(3):
    loss = F.cross_entropy(model(x + delta), y)
    opt.zero_grad()
    loss.backward()
    step = alpha * delta.grad.sign()
    delta.data = torch.clamp(delta.data + step, -eps, eps)
