import torch

GAMMA = 0.5


def softmin(*candidates):
    z = torch.stack(candidates) / -GAMMA
    return -GAMMA * torch.logsumexp(z, dim=0)


def soft_dtw(a, b):
    cost = (a[:, None] - b).square()
    n, m = cost.shape
    table = torch.full((n + 1, m + 1), 1e4)
    table[0, 0] = 0.0
    for i in range(1, n + 1):
        for j in range(1, m + 1):
            best = softmin(table[i - 1, j - 1], table[i - 1, j], table[i, j - 1])
            table[i, j] = cost[i - 1, j - 1] + best
    return table[n, m]


torch.manual_seed(1408)
pred = torch.randn(4, requires_grad=True)
target = torch.randn(3)
loss = soft_dtw(pred, target)
loss.backward()
