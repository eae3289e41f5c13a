import torch
import torch.nn as nn


class BatchNorm(nn.Module):
    def __init__(self, nf, mom=0.1, eps=1e-5):
        super().__init__()
        self.mom, self.eps = mom, eps
        self.register_buffer("means", torch.zeros(nf))
        self.register_buffer("vars", torch.ones(nf))

    def forward(self, x):
        m, v = x.mean(0), x.var(0)
        with torch.no_grad():
            self.means = self.means.lerp(m, self.mom)
            self.vars = self.vars.lerp(v, self.mom)
        return (x - m) / (v + self.eps).sqrt()


torch.manual_seed(2003)
conv, bn = nn.Linear(3, 2), BatchNorm(2)
first, second = bn(conv(torch.randn(5, 3))), bn(conv(torch.randn(5, 3)))
loss = (first * second).sum() + first.pow(3).sum()
loss.backward()
