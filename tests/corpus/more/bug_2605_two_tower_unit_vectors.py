from dataclasses import dataclass

import torch
import torch.nn as nn
import torch.nn.functional as F


@dataclass
class Batch:
    users: torch.Tensor
    items: torch.Tensor


class TwoTower(nn.Module):
    def __init__(self):
        super().__init__()
        self.user_net = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 2))
        self.item_net = nn.Linear(4, 2)

    @staticmethod
    def unit(v):
        v /= v.norm(dim=-1, keepdim=True) + 1e-6
        return v

    def forward(self, batch):
        u = self.unit(self.user_net(batch.users))
        i = self.unit(self.item_net(batch.items))
        return u @ i.T / 0.2


torch.manual_seed(2602)
model = TwoTower()
batch = Batch(users=torch.randn(4, 3), items=torch.randn(4, 4))
scores = model(batch)
loss = F.cross_entropy(scores, torch.arange(4))
loss.backward()
