from functools import cached_property

import torch
import torch.nn as nn


class GP(nn.Module):
    def __init__(self, x):
        super().__init__()
        self.x = x
        self.log_scale = nn.Parameter(torch.zeros(()))
        self.log_noise = nn.Parameter(torch.tensor(-1.0))

    @cached_property
    def gram(self):
        sq = (self.x[:, None] - self.x[None]).square()
        return torch.exp(-0.5 * sq / self.log_scale.exp())

    def nll(self, y):
        K = self.gram + self.log_noise.exp() * torch.eye(len(y))
        L = torch.linalg.cholesky(K)
        alpha = torch.cholesky_solve(y[:, None], L)
        return 0.5 * (y @ alpha.squeeze(1)) + L.diagonal().log().sum()


torch.manual_seed(22)
gp = GP(torch.linspace(0, 2, 5))
y = torch.randn(5)
opt = torch.optim.SGD(gp.parameters(), lr=0.01)
for _ in range(2):
    opt.zero_grad()
    loss = gp.nll(y)
    loss.backward()
    opt.step()
