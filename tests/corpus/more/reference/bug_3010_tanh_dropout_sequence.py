import torch
import torch.nn as nn
import torch.nn.functional as F


def mlp(sizes, p):
    layers = []
    for a, b in zip(sizes[:-1], sizes[1:]):
        layers += [nn.Linear(a, b), nn.Tanh(), nn.Dropout(p)]
    return nn.Sequential(*layers)


class Tower(nn.Module):
    def __init__(self, sizes, p=0.3):
        super().__init__()
        self.net = mlp(sizes, p)
        self.score = nn.Linear(sizes[-1], 1)

    def forward(self, user, item):
        z = self.net(torch.cat([user, item], dim=-1))
        return self.score(z).squeeze(-1)


torch.manual_seed(3011)
tower = Tower([4, 5, 3])
tower.train()
user, item = torch.randn(6, 2), torch.randn(6, 2)
clicked = torch.tensor([1.0, 0.0, 0.0, 1.0, 1.0, 0.0])
loss = F.binary_cross_entropy_with_logits(tower(user, item), clicked)
loss.backward()
