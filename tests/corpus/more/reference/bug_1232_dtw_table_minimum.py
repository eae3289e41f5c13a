import torch
import torch.nn as nn


class DTW:
    def accumulated_matrix(self, cost):
        n, m = cost.shape
        cum = {(i, j): torch.tensor(1e6) for i in range(n + 1) for j in range(m + 1)}
        cum[0, 0] = torch.tensor(0.0)
        for i in range(n):
            for j in range(m):
                best = torch.minimum(cum[i, j + 1], torch.minimum(cum[i + 1, j], cum[i, j]))
                cum[i + 1, j + 1] = cost[i, j] + best
        return cum

    def __call__(self, a, b):
        cost = (a.unsqueeze(1) - b.unsqueeze(0)).pow(2).sum(-1)
        return self.accumulated_matrix(cost)[len(a), len(b)]


torch.manual_seed(1232)
proj = nn.Linear(2, 2)
query, template = torch.randn(4, 2), torch.randn(3, 2)
loss = DTW()(proj(query), template)
loss.backward()
