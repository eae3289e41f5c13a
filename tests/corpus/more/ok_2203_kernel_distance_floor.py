import torch

torch.manual_seed(2303)
x = torch.randn(5, 2)
y = torch.randn(5)
log_length = torch.tensor([0.1, -0.3], requires_grad=True)


def matern12(a, b):
    a, b = a / log_length.exp(), b / log_length.exp()
    sq = a.pow(2).sum(1)[:, None] + b.pow(2).sum(1)[None, :]
    sq = sq.add_(a @ b.T, alpha=-2.0).clamp_(min=1e-4)
    return torch.exp(-sq.sqrt())


cov = matern12(x, x) + 0.1 * torch.eye(5)
chol = torch.linalg.cholesky(cov)
alpha = torch.cholesky_solve(y[:, None], chol)
loss = 0.5 * y @ alpha.squeeze(1) + chol.diagonal().log().sum()
loss.backward()
