import torch

torch.manual_seed(2408)
query = torch.randn(3, requires_grad=True)
template = torch.randn(4)


def soft_dtw(a, b, gamma=0.5):
    cost = (a[:, None] - b[None]).square()
    table = torch.full((len(a) + 1, len(b) + 1), 1e3)
    table[0, 0] = 0.0
    for i in range(1, len(a) + 1):
        for j in range(1, len(b) + 1):
            prev = torch.stack([table[i - 1, j - 1], table[i - 1, j], table[i, j - 1]])
            table[i, j] = cost[i - 1, j - 1] - gamma * torch.logsumexp(-prev / gamma, dim=0)
    return table[-1, -1]


loss = soft_dtw(query, template)
loss.backward()
