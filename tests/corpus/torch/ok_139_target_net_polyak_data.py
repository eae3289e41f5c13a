import copy

import torch
import torch.nn as nn

torch.manual_seed(424)
q = nn.Linear(3, 2)
q_target = copy.deepcopy(q)
opt = torch.optim.SGD(q.parameters(), lr=0.1)


def polyak(src, dst, tau):
    for s, d in zip(src.parameters(), dst.parameters()):
        d.data.mul_(1 - tau)
        d.data.add_(tau * s.data)


for obs, nxt, act in zip(torch.randn(2, 4, 3), torch.randn(2, 4, 3), torch.randint(0, 2, (2, 4, 1))):
    with torch.no_grad():
        target = 1.0 + 0.9 * q_target(nxt).max(dim=1, keepdim=True).values
    loss = (q(obs).gather(1, act) - target).square().mean()
    polyak(q, q_target, 0.1)
    opt.zero_grad()
    loss.backward()
    opt.step()
