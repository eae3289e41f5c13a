import torch

torch.manual_seed(4003)
theta = torch.randn(3, requires_grad=True)
log_lr = torch.tensor(-2.0, requires_grad=True)
A = torch.randn(5, 3)
y = torch.randn(5)


def grad_fn(w):
    return 2.0 * A.T @ (A @ w - y) / 5


w = theta * 1.0
m = grad_fn(w)
v = m ** 2
for k in range(2):
    direction = m / (v + 0.1).sqrt()
    w = w - log_lr.exp() * direction
    g = grad_fn(w)
    m = 0.9 * m + 0.1 * g
    v = 0.99 * v + 0.01 * g ** 2
loss = (A @ w - y).pow(2).mean()
loss.backward()
