from functools import cached_property

import torch
import torch.nn as nn


class ExactGP(nn.Module):
    def __init__(self, x, y):
        super().__init__()
        self.x, self.y = x, y
        self.log_scale = nn.Parameter(torch.tensor(0.0))

    @property
    def chol(self):
        d2 = (self.x[:, None] - self.x[None]).square()
        K = torch.exp(-0.5 * d2 / self.log_scale.exp() ** 2) + 0.1 * torch.eye(len(self.x))
        return torch.linalg.cholesky(K)

    def nll(self):
        alpha = torch.cholesky_solve(self.y[:, None], self.chol)
        return 0.5 * (self.y @ alpha).squeeze() + self.chol.diagonal().log().sum()


torch.manual_seed(20)
x = torch.linspace(0, 3, 5)
gp = ExactGP(x, torch.sin(x) + 0.05 * torch.randn(5))
opt = torch.optim.SGD(gp.parameters(), lr=0.1)
for step in range(2):
    opt.zero_grad()
    loss = gp.nll()
    loss.backward()
    opt.step()
