import torch
import torch.nn as nn


class ProfileBuilder(nn.Module):
    def __init__(self, n_items, dim):
        super().__init__()
        self.item = nn.Embedding(n_items, dim)

    def forward(self, clicks, n_users):
        profiles = [torch.zeros(self.item.embedding_dim)] * n_users
        for user, item in clicks:
            profiles[user] += self.item(torch.tensor(item))
        return torch.stack(profiles)


torch.manual_seed(1748)
builder = ProfileBuilder(5, 3)
clicks = [(0, 1), (0, 2), (1, 4), (2, 0)]
profiles = builder(clicks, 3)
target = torch.randn(3, 3)
loss = (profiles - target).square().mean()
loss.backward()
