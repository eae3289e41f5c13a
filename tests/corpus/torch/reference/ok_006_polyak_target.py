import copy

import torch
import torch.nn as nn

torch.manual_seed(105)
online = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 2))
target = copy.deepcopy(online)
opt = torch.optim.Adam(online.parameters(), lr=1e-3)
s, a, r, s2 = torch.randn(5, 3), torch.randint(0, 2, (5, 1)), torch.randn(5), torch.randn(5, 3)

q = online(s).gather(1, a).squeeze(1)
backup = (r + 0.99 * target(s2).amax(1)).detach()
loss = nn.functional.smooth_l1_loss(q, backup)
opt.zero_grad()
loss.backward()
opt.step()
