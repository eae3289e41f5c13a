import torch
import torch.nn as nn
import torch.nn.functional as F


def fgsm(net, x, y, eps=0.1):
    probe = x.clone().requires_grad_()
    F.cross_entropy(net(probe), y).backward()
    return (x + eps * probe.grad.sign()).detach()


def train_step(net, opt, x, y):
    opt.zero_grad()
    x_adv = fgsm(net, x, y)
    loss = F.cross_entropy(net(x_adv), y)
    loss.backward()
    opt.step()
    return loss.item()


torch.manual_seed(1338)
net = nn.Linear(3, 2)
opt = torch.optim.SGD(net.parameters(), lr=0.05)
x, y = torch.randn(6, 3), torch.tensor([0, 1, 1, 0, 1, 0])
print(train_step(net, opt, x, y))
