import torch

torch.manual_seed(1201)
log_scale = torch.tensor(0.3, requires_grad=True)
x, y = torch.linspace(0, 2, 5)[:, None], torch.randn(5)


def kernel(a, b):
    return log_scale.exp() * torch.exp(-0.5 * torch.cdist(a, b).pow(2))


K = kernel(x, x)
K.diagonal().add_(0.1)
L = torch.linalg.cholesky(K)
alpha = torch.cholesky_solve(y[:, None], L)[:, 0]
loss = 0.5 * y @ alpha + L.diagonal().log().sum()
loss.backward()
print("nll", round(loss.item(), 4))
