import torch
import torch.nn as nn


class Coupling(nn.Module):
    def __init__(self, parity):
        super().__init__()
        self.parity = parity
        self.net = nn.Sequential(nn.Linear(2, 3), nn.Tanh(), nn.Linear(3, 4))

    def forward(self, x):
        a, b = x[:, self.parity::2], x[:, 1 - self.parity::2]
        s, t = self.net(a).chunk(2, dim=1)
        y = torch.empty_like(x)
        y[:, self.parity::2] = a
        y[:, 1 - self.parity::2] = b * s.exp() + t
        return y, s.sum(1)


torch.manual_seed(8)
flow = nn.ModuleList([Coupling(0), Coupling(1)])
x = torch.randn(3, 4)
logdet = torch.zeros(3)
for layer in flow:
    x, ld = layer(x)
    logdet += ld
nll = (0.5 * x.square().sum(1) - logdet).mean()
nll.backward()
