import torch
import torch.nn as nn


def soft_dtw(cost, gamma):
    n, m = cost.shape
    R = torch.full((n + 1, m + 1), 1e4)
    R[0, 0] = 0.0
    for i in range(1, n + 1):
        for j in range(1, m + 1):
            prev = torch.stack([R[i - 1, j - 1], R[i - 1, j], R[i, j - 1]])
            R[i, j] = cost[i - 1, j - 1] - gamma * torch.logsumexp(-prev / gamma, dim=0)
    return R[n, m]


torch.manual_seed(2213)
proj = nn.Linear(2, 2)
speech, text = torch.randn(4, 2), torch.randn(3, 2)
cost = (proj(speech).unsqueeze(1) - text.unsqueeze(0)).pow(2).sum(-1)
loss = soft_dtw(cost, 0.5)
loss.backward()
