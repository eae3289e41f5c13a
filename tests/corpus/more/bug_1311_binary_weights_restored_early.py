import torch
import torch.nn as nn

torch.manual_seed(1311)
net = nn.Sequential(nn.Linear(3, 4), nn.Hardtanh(), nn.Linear(4, 2))
opt = torch.optim.SGD(net.parameters(), lr=0.1)
org = {p: p.data.clone() for p in net.parameters() if p.dim() == 2}

for p in org:
    p.data.sign_()
x, y = torch.randn(6, 3), torch.randint(0, 2, (6,))
loss = nn.functional.cross_entropy(net(x), y)
for p, full in org.items():
    p.data.copy_(full)
opt.zero_grad()
loss.backward()
