import torch

torch.manual_seed(2308)
x = torch.randn(5, 2)
y = torch.randn(5, 1)
log_scale = torch.tensor([0.1, -0.3], requires_grad=True)


def kernel(a, log_scale):
    z = a / log_scale.exp()
    d2 = (z[:, None] - z[None]).square().sum(-1)
    return torch.exp(-0.5 * d2)


def neg_log_marginal(x, y, noise=0.2):
    K = kernel(x, log_scale)
    K.fill_diagonal_(1.0 + noise)
    L = torch.linalg.cholesky(K)
    alpha = torch.cholesky_solve(y, L)
    return 0.5 * (y * alpha).sum() + L.diagonal().log().sum()


loss = neg_log_marginal(x, y)
loss.backward()
