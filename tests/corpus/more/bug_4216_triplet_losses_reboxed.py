import torch
import torch.nn as nn

torch.manual_seed(27)
net = nn.Linear(3, 2)
opt = torch.optim.Adam(net.parameters(), lr=1e-3)
anchors, pos, neg = torch.randn(3, 4, 3)

per_pair = []
for a, p, n in zip(anchors, pos, neg):
    ea, ep, en = net(a), net(p), net(n)
    per_pair.append((ea - ep).norm() - (ea - en).norm())
loss = torch.tensor(per_pair, requires_grad=True).mean()
opt.zero_grad()
loss.backward()
opt.step()
