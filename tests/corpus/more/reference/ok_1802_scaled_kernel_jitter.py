import torch
import torch.nn as nn
import torch.nn.functional as F


class ScaleRBF(nn.Module):
    def __init__(self):
        super().__init__()
        self.raw_ls = nn.Parameter(torch.zeros(()))
        self.raw_scale = nn.Parameter(torch.zeros(()))

    def forward(self, a, b):
        gap = (a[:, None] - b[None, :]) / F.softplus(self.raw_ls)
        return F.softplus(self.raw_scale) * torch.exp(-0.5 * gap.pow(2))


torch.manual_seed(2802)
x = torch.linspace(0, 1, 5)
y = torch.sin(6 * x) + 0.1 * torch.randn(5)
kernel = ScaleRBF()
cov = kernel(x, x)
cov = cov + 0.1 * torch.eye(5)
chol = torch.linalg.cholesky(cov)
alpha = torch.cholesky_solve(y[:, None], chol)
loss = 0.5 * (y @ alpha).sum() + chol.diagonal().log().sum()
loss.backward()
