import math
import torch

torch.manual_seed(28)
X = torch.linspace(0, 1, 6).unsqueeze(1)
y = torch.sin(2 * math.pi * X).squeeze(1) + 0.05 * torch.randn(6)
log_ls = torch.tensor(-1.0, requires_grad=True)
log_noise = torch.tensor(-2.0, requires_grad=True)
opt = torch.optim.Adam([log_ls, log_noise], lr=0.05)


def rbf(a, b, log_ls):
    return torch.exp(-0.5 * (a - b.T).pow(2) / log_ls.exp().pow(2))


def marginal_nll(K, log_noise):
    L = torch.linalg.cholesky(K + log_noise.exp() * torch.eye(len(y)))
    alpha = torch.cholesky_solve(y.unsqueeze(1), L).squeeze(1)
    return 0.5 * y @ alpha + L.diagonal().log().sum()


K = rbf(X, X, log_ls)
for it in range(3):
    opt.zero_grad()
    loss = marginal_nll(K, log_noise)
    loss.backward()
    opt.step()
