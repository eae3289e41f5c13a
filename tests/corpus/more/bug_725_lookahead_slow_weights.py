import torch
import torch.nn as nn

torch.manual_seed(725)
net = nn.Sequential(nn.Linear(2, 3), nn.Tanh(), nn.Linear(3, 1))
slow = [p.detach().clone() for p in net.parameters()]


def sync(alpha=0.5):
    with torch.no_grad():
        for s, p in zip(slow, net.parameters()):
            s.add_(p - s, alpha=alpha)
            p.copy_(s)


x, y = torch.randn(4, 2), torch.randn(4, 1)
pred = net(x)
sync()
loss = (pred - y).pow(2).mean()
loss.backward()
