import torch
import torch.nn as nn


class Field(nn.Module):
    def __init__(self, width=5):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(2, width), nn.Tanh(), nn.Linear(width, 1))

    def forward(self, t, x):
        return self.body(torch.cat([t, x], 1))


def diff(y, x):
    return torch.autograd.grad(y, x, grad_outputs=torch.ones_like(y), retain_graph=True)[0]


def residual(net, t, x):
    u = net(t, x)
    return diff(u, t) + u * diff(u, x)


torch.manual_seed(1718)
net = Field()
t = torch.rand(6, 1).requires_grad_()
x = torch.rand(6, 1).requires_grad_()
loss = residual(net, t, x).pow(2).mean()
loss.backward()
