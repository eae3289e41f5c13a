import torch
import torch.nn as nn


class TwoTower(nn.Module):
    def __init__(self, d_user: int, d_item: int, dim: int = 3):
        super().__init__()
        self.user = nn.Linear(d_user, dim)
        self.item = nn.Linear(d_item, dim)

    def forward(self, u, v):
        return torch.sigmoid(self.user(u) @ self.item(v).T)


def hardest(scores, positives):
    pool = scores.detach().clone()
    pool.scatter_(1, positives[:, None], -1.0)
    return pool.argmax(1)


torch.manual_seed(1711)
model = TwoTower(4, 5)
users, items = torch.randn(3, 4), torch.randn(6, 5)
positives = torch.tensor([1, 4, 0])
scores = model(users, items)
pos = scores.gather(1, positives[:, None]).squeeze(1)
neg = scores.gather(1, hardest(scores, positives)[:, None]).squeeze(1)
loss = torch.relu(0.3 - pos + neg).mean()
loss.backward()
