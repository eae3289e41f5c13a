import torch
import torch.nn as nn


class PopularityScorer(nn.Module):
    def __init__(self, users, items, dim):
        super().__init__()
        self.user, self.item = nn.Embedding(users, dim), nn.Embedding(items, dim)
        self.register_buffer("seen", torch.ones(items))

    def forward(self, u, i):
        propensity = self.seen[i] / self.seen.sum()
        self.seen.index_add_(0, i, torch.ones(len(i)))
        return (self.user(u) * self.item(i)).sum(1) / propensity


torch.manual_seed(2710)
model = PopularityScorer(4, 5, 3)
u = torch.tensor([0, 1, 3])
margin = model(u, torch.tensor([2, 2, 4])) - model(u, torch.tensor([0, 1, 2]))
loss = nn.functional.softplus(-margin).mean()
loss.backward()
