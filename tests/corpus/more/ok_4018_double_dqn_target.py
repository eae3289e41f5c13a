import copy

import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(28)
online = nn.Linear(4, 3)
target = copy.deepcopy(online)
with torch.no_grad():
    for p in target.parameters():
        p.add_(0.1 * torch.randn_like(p))
s, s2 = torch.randn(6, 4), torch.randn(6, 4)
a, r, done = torch.randint(0, 3, (6, 1)), torch.rand(6), torch.tensor([0, 0, 1, 0, 0, 1.0])

q = online(s).gather(1, a).squeeze(1)
with torch.no_grad():
    best = online(s2).argmax(dim=1, keepdim=True)
    boot = target(s2).gather(1, best).squeeze(1)
    y = r + 0.99 * (1 - done) * boot
loss = F.smooth_l1_loss(q, y)
loss.backward()
nn.utils.clip_grad_value_(online.parameters(), 10.0)
