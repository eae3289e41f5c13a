from contextlib import contextmanager

import torch
from torch import nn


class Average:
    def __init__(self, module, decay=0.9):
        self.module, self.decay = module, decay
        self.shadow = [p.detach().clone() for p in module.parameters()]

    def update(self):
        for s, p in zip(self.shadow, self.module.parameters()):
            s.lerp_(p.detach(), 1 - self.decay)

    @contextmanager
    def applied(self):
        saved = [p.detach().clone() for p in self.module.parameters()]
        for s, p in zip(self.shadow, self.module.parameters()):
            p.data.copy_(s)
        yield self.module
        for s, p in zip(saved, self.module.parameters()):
            p.data.copy_(s)


torch.manual_seed(403)
net = nn.Sequential(nn.Linear(2, 3), nn.Tanh(), nn.Linear(3, 1))
average = Average(net)
x, y = torch.randn(6, 2), torch.randn(6, 1)
loss = (net(x) - y).square().mean()
with average.applied() as smooth, torch.no_grad():
    print(round((smooth(x) - y).abs().mean().item(), 3))
loss.backward()
average.update()
