import math
import torch
import torch.nn as nn
import torch.nn.functional as F


class TwoTower(nn.Module):
    def __init__(self):
        super().__init__()
        self.user, self.item = nn.Linear(3, 4), nn.Linear(5, 4)
        self.logit_scale = nn.Parameter(torch.tensor(math.log(1 / 0.2)))

    def scale(self):
        return self.logit_scale.exp().clamp(max=100.0)

    def forward(self, users, items):
        u = F.normalize(self.user(users), dim=-1)
        v = F.normalize(self.item(items), dim=-1)
        return self.scale() * u @ v.T


torch.manual_seed(45)
model = TwoTower()
logits = model(torch.randn(6, 3), torch.randn(6, 5))
target = torch.arange(6)
loss = 0.5 * (F.cross_entropy(logits, target) + F.cross_entropy(logits.T, target))
loss.backward()
print("scale grad:", model.logit_scale.grad)
