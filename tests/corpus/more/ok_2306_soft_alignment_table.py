import torch


def softmin(values, gamma):
    return -gamma * torch.logsumexp(torch.stack(values) / -gamma, dim=0)


def soft_align(a, b, gamma=0.5):
    cost = torch.cdist(a, b).pow(2)
    n, m = cost.shape
    R = torch.full((n + 1, m + 1), 1e3)
    R[0, 0] = 0.0
    for i in range(1, n + 1):
        for j in range(1, m + 1):
            R[i, j] = cost[i - 1, j - 1] + softmin([R[i - 1, j], R[i, j - 1], R[i - 1, j - 1]], gamma)
    return R[n, m]


torch.manual_seed(1206)
query = torch.randn(3, 2, requires_grad=True)
distance = soft_align(query, torch.randn(4, 2))
distance.backward()
print("distance", round(distance.item(), 4))
