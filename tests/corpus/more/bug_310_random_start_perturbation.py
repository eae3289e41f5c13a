import torch
import torch.nn as nn

torch.manual_seed(33)
model = nn.Sequential(nn.Linear(4, 5), nn.GELU(), nn.Linear(5, 3))
for p in model.parameters():
    p.requires_grad_(False)


def random_start(x, eps):
    delta = torch.zeros_like(x, requires_grad=True)
    delta.uniform_(-eps, eps)
    return delta


def attack_loss(x, y, delta):
    return nn.functional.cross_entropy(model(x + delta), y)


x, y = torch.randn(2, 4), torch.tensor([0, 2])
delta = random_start(x, eps=0.1)
loss = attack_loss(x, y, delta)
loss.backward()
step = delta.grad.sign()
