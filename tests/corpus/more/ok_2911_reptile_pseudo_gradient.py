import copy
import torch
import torch.nn as nn

torch.manual_seed(21)


def make_task():
    w = torch.randn(2, 1)

    def sampler(n):
        x = torch.randn(n, 2)
        return x, torch.sin(x @ w)

    return sampler


def train_inner(net, sampler, steps, lr=0.1):
    optimizer = torch.optim.SGD(net.parameters(), lr=lr)
    criterion = nn.MSELoss()
    for _ in range(steps):
        x, y = sampler(8)
        loss = criterion(net(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return loss.item()


def point_grad_to(net, target):
    for p, target_p in zip(net.parameters(), target.parameters()):
        if p.grad is None:
            p.grad = torch.zeros_like(p)
        p.grad.data.zero_()
        p.grad.data.add_(p.data - target_p.data)


meta_net = nn.Sequential(nn.Linear(2, 4), nn.Tanh(), nn.Linear(4, 1))
meta_optimizer = torch.optim.SGD(meta_net.parameters(), lr=0.5)
for meta_iteration in range(3):
    task = make_task()
    net = copy.deepcopy(meta_net)
    inner_loss = train_inner(net, task, steps=3)
    meta_optimizer.zero_grad()
    point_grad_to(meta_net, net)
    meta_optimizer.step()
    print(meta_iteration, round(inner_loss, 4))
