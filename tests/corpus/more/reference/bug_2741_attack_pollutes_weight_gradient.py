import torch
import torch.nn as nn
import torch.nn.functional as F


def fgsm(model, x, y, eps=0.1):
    x_adv = x.clone().requires_grad_()
    grad, = torch.autograd.grad(F.cross_entropy(model(x_adv), y), x_adv)
    return (x + eps * grad.sign()).detach()


def train_epoch(model, batches, optimizer):
    for x, y in batches:
        optimizer.zero_grad()
        x_adv = fgsm(model, x, y)
        loss = F.cross_entropy(model(x_adv), y)
        loss.backward()
        optimizer.step()


torch.manual_seed(2741)
model = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 2))
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
train_epoch(model, [(torch.randn(5, 3), torch.randint(0, 2, (5,)))], optimizer)
