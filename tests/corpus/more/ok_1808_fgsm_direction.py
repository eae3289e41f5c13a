import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(2808)
net = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 2))
x, y = torch.randn(5, 3), torch.tensor([0, 1, 0, 1, 1])


def attack(x, eps=0.1):
    x = x.clone().requires_grad_(True)
    g, = torch.autograd.grad(F.cross_entropy(net(x), y), x)
    return x + eps * g.sign()


adv = attack(x)
loss = F.cross_entropy(net(x), y) + 0.5 * F.cross_entropy(net(adv), y)
loss.backward()
