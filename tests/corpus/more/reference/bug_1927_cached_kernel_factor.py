from functools import cached_property

import torch
import torch.nn as nn


class VariationalGP(nn.Module):
    def __init__(self, inducing):
        super().__init__()
        self.inducing = inducing
        self.log_scale = nn.Parameter(torch.zeros(()))
        self.mean = nn.Parameter(torch.randn(len(inducing)))

    @property
    def factor(self):
        d2 = (self.inducing[:, None] - self.inducing[None]).pow(2)
        cov = torch.exp(-0.5 * d2 / self.log_scale.exp()) + 0.1 * torch.eye(len(self.inducing))
        return torch.linalg.cholesky(cov)

    def forward(self, noise):
        return self.factor @ (self.mean + noise)


torch.manual_seed(845)
gp = VariationalGP(torch.linspace(-1.0, 1.0, 4))
target = torch.randn(4)
for it in range(2):
    gp.zero_grad()
    loss = (gp(torch.randn(4)) - target).pow(2).mean()
    loss.backward()
