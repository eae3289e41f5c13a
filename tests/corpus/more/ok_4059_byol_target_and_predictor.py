import copy
import math

import torch
import torch.nn as nn
import torch.nn.functional as F


def mlp(i, h, o):
    return nn.Sequential(nn.Linear(i, h, bias=False), nn.BatchNorm1d(h), nn.ReLU(inplace=True), nn.Linear(h, o))


def regression_loss(p, z):
    p, z = F.normalize(p, dim=-1), F.normalize(z, dim=-1)
    return 2 - 2 * (p * z).sum(dim=-1)


class BYOL(nn.Module):
    def __init__(self):
        super().__init__()
        self.online = nn.Sequential(nn.Linear(5, 6), nn.ReLU(), mlp(6, 6, 4))
        self.predictor = mlp(4, 5, 4)
        self.target = None
        self.reset_target()

    def reset_target(self):
        self.target = copy.deepcopy(self.online)
        for p in self.target.parameters():
            p.requires_grad_(False)

    @torch.no_grad()
    def move_target(self, tau):
        for o, t in zip(self.online.parameters(), self.target.parameters()):
            t.copy_(tau * t + (1 - tau) * o)

    def forward(self, v1, v2):
        z1, z2 = self.online(v1), self.online(v2)
        p1, p2 = self.predictor(z1), self.predictor(z2)
        with torch.no_grad():
            t1, t2 = self.target(v1), self.target(v2)
        return (regression_loss(p1, t2.detach()) + regression_loss(p2, t1.detach())).mean()


def noise(x):
    return 0.2 * torch.randn_like(x)


torch.manual_seed(114)
learner = BYOL()
trainable = [p for p in learner.parameters() if p.requires_grad]
opt = torch.optim.SGD(trainable, lr=0.05, momentum=0.9)
data = torch.randn(18, 5)
total, step = 9, 0
for epoch in range(3):
    for x in data.split(6):
        loss = learner(x + noise(x), x + noise(x))
        opt.zero_grad(set_to_none=True)
        loss.backward()
        opt.step()
        tau = 1 - (1 - 0.9) * (math.cos(math.pi * step / total) + 1) / 2
        learner.move_target(tau)
        step += 1

with torch.no_grad():
    z = F.normalize(learner.online(data), dim=1)
    spread = z.std(0).mean().item()
print("loss", loss.item(), "spread", spread, "tau", tau)
