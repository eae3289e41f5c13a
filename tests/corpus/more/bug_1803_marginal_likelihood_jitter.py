import math
import torch
import torch.nn as nn


class RBF(nn.Module):
    def __init__(self):
        super().__init__()
        self.raw_ls = nn.Parameter(torch.zeros(()))

    @property
    def lengthscale(self):
        return nn.functional.softplus(self.raw_ls)

    def forward(self, a, b):
        gap = (a[:, None] - b[None, :]) / self.lengthscale
        return torch.exp(-0.5 * gap.pow(2))


def neg_mll(kernel, x, y, noise=0.1):
    cov = kernel(x, x)
    cov += noise * torch.eye(len(x))
    chol = torch.linalg.cholesky(cov)
    alpha = torch.cholesky_solve(y[:, None], chol)
    return 0.5 * (y @ alpha).sum() + chol.diagonal().log().sum() + 0.5 * len(x) * math.log(2 * math.pi)


torch.manual_seed(1803)
x = torch.linspace(0, 1, 5)
y = torch.sin(6 * x) + 0.1 * torch.randn(5)
kernel = RBF()
loss = neg_mll(kernel, x, y)
loss.backward()
