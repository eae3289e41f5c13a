import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(2415)
net = nn.Sequential(nn.Linear(4, 5), nn.Tanh(), nn.Linear(5, 3))
x, y = torch.rand(3, 4), torch.tensor([0, 2, 1])


def random_start(x, eps):
    delta = torch.zeros_like(x)
    delta.uniform_(-eps, eps)
    delta[:, 0] = 0.0
    delta += (x + delta).clamp_(0.0, 1.0) - (x + delta)
    return delta.requires_grad_()


delta = random_start(x, 0.3)
loss = F.cross_entropy(net(x + delta), y)
loss.backward()
