import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(2343)
net = nn.Linear(4, 3)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
x, y = torch.randn(6, 4), torch.tensor([0, 1, 2, 2, 1, 0])


def fgsm(x, y, eps=0.1):
    x = x.clone().requires_grad_()
    F.cross_entropy(net(x), y).backward()
    return (x + eps * x.grad.sign()).detach()


x_adv = fgsm(x, y)
opt.zero_grad()
loss = F.cross_entropy(net(x_adv), y)
loss.backward()
opt.step()
