import math
import torch
import torch.nn as nn


class GP(nn.Module):
    def __init__(self, noise=0.1):
        super().__init__()
        self.log_ell = nn.Parameter(torch.tensor(0.2))
        self.noise = noise

    def kernel(self, a, b):
        return torch.exp(-0.5 * torch.cdist(a, b).pow(2) / self.log_ell.exp() ** 2)

    def nll(self, x, y):
        K = self.kernel(x, x)
        K = K + self.noise * torch.eye(len(x))
        L = torch.linalg.cholesky(K)
        alpha = torch.cholesky_solve(y[:, None], L)[:, 0]
        return 0.5 * y @ alpha + L.diagonal().log().sum() + 0.5 * len(y) * math.log(2 * math.pi)


torch.manual_seed(1108)
gp = GP()
x, y = torch.linspace(0, 2, 5)[:, None], torch.randn(5)
loss = gp.nll(x, y)
loss.backward()
