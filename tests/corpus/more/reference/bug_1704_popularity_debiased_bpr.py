import torch
import torch.nn as nn
import torch.nn.functional as F


class Debiased(nn.Module):
    def __init__(self, users, items, dim):
        super().__init__()
        self.user = nn.Embedding(users, dim)
        self.item = nn.Embedding(items, dim)
        self.register_buffer("seen", torch.ones(items))

    def forward(self, u, shown):
        self.seen = self.seen.index_add(0, shown, torch.ones(len(shown)))
        table = self.user(u) @ self.item.weight.T
        table = table * self.seen
        return table.gather(1, shown[:, None]).squeeze(1)


torch.manual_seed(1704)
model = Debiased(4, 5, 3)
u = torch.tensor([0, 1, 3])
clicked, skipped = torch.tensor([2, 2, 4]), torch.tensor([0, 1, 2])
margin = model(u, clicked) - model(u, skipped)
loss = -F.logsigmoid(margin).mean()
loss.backward()
