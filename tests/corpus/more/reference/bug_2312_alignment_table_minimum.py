import torch


def pairwise(a, b):
    return (a[:, None, :] - b[None, :, :]).pow(2).sum(-1)


def align(a, b):
    cost = pairwise(a, b)
    n, m = cost.shape
    acc = {(i, j): torch.tensor(1e4) for i in range(n + 1) for j in range(m + 1)}
    acc[0, 0] = torch.tensor(0.0)
    for i in range(1, n + 1):
        for j in range(1, m + 1):
            best = torch.minimum(torch.minimum(acc[i - 1, j], acc[i, j - 1]), acc[i - 1, j - 1])
            acc[i, j] = cost[i - 1, j - 1] + best
    return acc[n, m]


torch.manual_seed(1112)
query = torch.randn(4, 2, requires_grad=True)
template = torch.randn(3, 2)
distance = align(query, template)
distance.backward()
