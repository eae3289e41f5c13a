import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(31)
online, target = nn.Linear(3, 2), nn.Linear(3, 2)


def polyak(src, dst, tau=0.05):
    for p, q in zip(src.parameters(), dst.parameters()):
        q.data.lerp_(p.data, tau)


def bellman(batch, gamma=0.99):
    s, a, r, s2 = batch
    with torch.no_grad():
        y = r + gamma * target(s2).max(1).values
    return F.smooth_l1_loss(online(s).gather(1, a[:, None]).squeeze(1), y)


loss = bellman((torch.randn(4, 3), torch.tensor([0, 1, 1, 0]), torch.randn(4), torch.randn(4, 3)))
polyak(online, target)
loss.backward()
