import torch
import torch.nn as nn

torch.manual_seed(403)
GAMMA = 0.5
proj = nn.Linear(2, 1, bias=False)


def softmin(*xs):
    return -GAMMA * torch.logsumexp(-torch.stack(xs) / GAMMA, dim=0)


def soft_dtw(a, b):
    n, m = len(a), len(b)
    cost = (a[:, None] - b[None, :]).pow(2)
    R = torch.full((n + 1, m + 1), 1e3)
    R[0, 0] = 0.0
    for i in range(1, n + 1):
        for j in range(1, m + 1):
            R[i, j] = cost[i - 1, j - 1] + softmin(R[i - 1, j], R[i, j - 1], R[i - 1, j - 1])
    return R[n, m]


query = proj(torch.randn(4, 2)).squeeze(1)
template = torch.tensor([0.0, 0.5, 1.0])
loss = soft_dtw(query, template)
loss.backward()
print(loss.item(), proj.weight.grad)
