import torch


def soft_min(values, gamma):
    return -gamma * torch.logsumexp(-values / gamma, dim=0)


def soft_dtw(a, b, gamma=0.5):
    n, m = len(a), len(b)
    cost = (a[:, None] - b[None]).square()
    R = {(i, j): torch.tensor(1e3) for i in range(n + 1) for j in range(m + 1)}
    R[0, 0] = torch.tensor(0.0)
    for i in range(1, n + 1):
        for j in range(1, m + 1):
            best = soft_min(torch.stack([R[i - 1, j], R[i, j - 1], R[i - 1, j - 1]]), gamma)
            R[i, j] = cost[i - 1, j - 1] + best
    return R[n, m]


torch.manual_seed(2707)
warped = torch.randn(4, requires_grad=True)
loss = soft_dtw(warped, torch.randn(5))
loss.backward()
