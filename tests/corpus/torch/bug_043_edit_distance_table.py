import torch

torch.manual_seed(217)
cost = torch.rand(3, 3, requires_grad=True)


def soft_dtw(d, gamma=0.5):
    n, m = d.shape
    table = torch.full((n + 1, m + 1), 5.0)
    table[0, 0] = 0.0
    for i in range(1, n + 1):
        for j in range(1, m + 1):
            prev = torch.stack((table[i - 1, j], table[i, j - 1], table[i - 1, j - 1]))
            soft = -gamma * torch.logsumexp(-prev / gamma, dim=0)
            table[i, j] = d[i - 1, j - 1] * table[i - 1, j - 1] + soft
    return table[n, m]


loss = soft_dtw(cost)
loss.backward()
