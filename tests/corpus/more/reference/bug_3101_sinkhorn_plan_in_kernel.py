import torch


def gibbs(x, y, eps):
    cost = (x[:, None, :] - y[None, :, :]).square().sum(-1)
    return cost, torch.exp(-cost / eps)


def transport(x, y, *, eps=1.0, rounds=4):
    n, m = len(x), len(y)
    cost, kernel = gibbs(x, y, eps)
    u, v = torch.full((n,), 1.0 / n), torch.full((m,), 1.0 / m)
    while rounds > 0:
        u = (1.0 / n) / (kernel @ v)
        v = (1.0 / m) / (kernel.T @ u)
        rounds -= 1
    kernel = kernel * (u[:, None] * v[None, :])
    return (kernel * cost).sum(), kernel.sum(1)


torch.manual_seed(3102)
source = torch.randn(3, 2, requires_grad=True)
target = torch.randn(4, 2) + 0.5
distance, marginal = transport(source, target, eps=2.0)
loss = distance + 0.01 * marginal.square().sum()
loss.backward()
print("OT distance", round(distance.item(), 4))
