import torch


def dtw(cost):
    n, m = cost.shape
    acc = torch.full((n + 1, m + 1), float("inf"))
    acc[0, 0] = 0.0
    for i in range(1, n + 1):
        for j in range(1, m + 1):
            best = torch.minimum(acc[i - 1, j], acc[i, j - 1])
            best = torch.minimum(best, acc[i - 1, j - 1])
            acc[i, j] = cost[i - 1, j - 1] + best
    return acc[n, m]


torch.manual_seed(29)
query = torch.randn(3, 2, requires_grad=True)
template = torch.randn(4, 2)
cost = (query[:, None] - template[None]).square().sum(-1)
loss = dtw(cost)
loss.backward()
print(query.grad)
