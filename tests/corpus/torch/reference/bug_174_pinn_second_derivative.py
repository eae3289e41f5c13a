import torch
import torch.nn as nn


class Field(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.inner = nn.Linear(1, width)
        self.outer = nn.Linear(width, 1)

    def forward(self, x):
        return self.outer(torch.tanh(self.inner(x)))


def derivative(u, x, **kw):
    return torch.autograd.grad(u.sum(), x, **kw)[0]


def poisson_residual(net, x, source):
    u = net(x)
    u_x = derivative(u, x, create_graph=True)
    u_xx = derivative(u_x, x, create_graph=True)
    return u_xx + source(x), u_x


torch.manual_seed(76)
net = Field(5)
x = torch.linspace(0, 1, 6).unsqueeze(1).requires_grad_()
res, slope = poisson_residual(net, x, lambda t: torch.sin(3 * t))
ends = torch.tensor([[0.0], [1.0]])
loss = res.pow(2).mean() + net(ends).pow(2).sum()
loss.backward()
