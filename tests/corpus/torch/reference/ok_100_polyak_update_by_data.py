import copy
import torch
import torch.nn as nn

torch.manual_seed(130)
online = nn.Linear(3, 2)
target = copy.deepcopy(online)
opt = torch.optim.Adam(online.parameters(), lr=1e-2)


def soft_update(src, dst, tau):
    for s, d in zip(src.parameters(), dst.parameters()):
        d.data = (1 - tau) * d.detach() + tau * s.detach()


def td_loss(batch, gamma=0.9):
    s, a, r, s2, done = batch
    with torch.no_grad():
        y = target(s2).max(dim=1).values
        y = torch.where(done, torch.zeros_like(y), y * gamma) + r
    q = online(s).gather(1, a.unsqueeze(1)).squeeze(1)
    return nn.functional.smooth_l1_loss(q, y)


for it in range(3):
    batch = (torch.randn(4, 3), torch.randint(0, 2, (4,)), torch.randn(4), torch.randn(4, 3), torch.rand(4) > 0.7)
    loss = td_loss(batch)
    soft_update(online, target, 0.05)
    opt.zero_grad()
    loss.backward()
    opt.step()
