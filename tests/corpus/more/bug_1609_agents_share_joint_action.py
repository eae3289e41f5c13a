import torch
import torch.nn as nn


def make_actor():
    return nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 1), nn.Tanh())


torch.manual_seed(1640)
actors = nn.ModuleList(make_actor() for _ in range(2))
critic = nn.Sequential(nn.Linear(2, 4), nn.Tanh(), nn.Linear(4, 2)).requires_grad_(False)
opts = [torch.optim.SGD(a.parameters(), lr=0.05) for a in actors]

observations = torch.randn(2, 5, 3)
joint = torch.cat([a(o) for a, o in zip(actors, observations)], dim=-1)
q = critic(joint)
for i, opt in enumerate(opts):
    loss = -q[:, i].mean()
    opt.zero_grad()
    loss.backward(retain_graph=True)
    opt.step()
