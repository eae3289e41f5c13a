import copy

import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(17)
net = nn.Linear(2, 2)
shadow = copy.deepcopy(net).requires_grad_(False)
opt = torch.optim.RMSprop(net.parameters(), lr=0.01)
x, y = torch.randn(7, 2), torch.randn(7, 2)

for it in range(4):
    loss = F.smooth_l1_loss(net(x), y)
    opt.zero_grad()
    loss.backward()
    opt.step()
    with torch.no_grad():
        for s, p in zip(shadow.parameters(), net.parameters()):
            torch.lerp(s, p, 0.1, out=s)
gap = (shadow.weight - net.weight.detach()).abs().max()
print("gap", gap.item())
