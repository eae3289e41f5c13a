import torch


def softmin(values, gamma):
    return -gamma * torch.logsumexp(-torch.stack(values) / gamma, dim=0)


def soft_dtw(cost, gamma=0.5):
    n, m = cost.shape
    table = torch.full((n + 1, m + 1), 1e4)
    table[0, 0] = 0.0
    for i in range(1, n + 1):
        for j in range(1, m + 1):
            best = softmin([table[i - 1, j], table[i, j - 1], table[i - 1, j - 1]], gamma)
            table[i, j] = cost[i - 1, j - 1] + best
    return table[n, m]


torch.manual_seed(114)
series = torch.randn(4, requires_grad=True)
template = torch.sin(torch.arange(5.0))
loss = soft_dtw((series[:, None] - template[None]).pow(2))
loss.backward()
print("alignment cost", loss.item())
