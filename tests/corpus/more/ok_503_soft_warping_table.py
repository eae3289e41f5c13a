import torch


def soft_dtw(cost, gamma=0.5):
    n, m = cost.shape
    acc = torch.full((n + 1, m + 1), 1e6)
    acc[0, 0] = 0.0
    for i in range(1, n + 1):
        for j in range(1, m + 1):
            prev = torch.stack((acc[i - 1, j], acc[i, j - 1], acc[i - 1, j - 1]))
            acc[i, j] = cost[i - 1, j - 1] - gamma * torch.logsumexp(-prev / gamma, dim=0)
    return acc[n, m]


torch.manual_seed(29)
query = torch.randn(3, 2, requires_grad=True)
template = torch.randn(4, 2)
loss = soft_dtw((query[:, None] - template[None]).square().sum(-1))
loss.backward()
print(query.grad)
