import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(4027)
net = nn.Sequential(nn.Linear(2, 3), nn.Tanh(), nn.Linear(3, 2))
x, y = torch.randn(6, 2), torch.randint(0, 2, (6,))

clean = [p.detach().clone() for p in net.parameters()]
for p in net.parameters():
    p.data.add_(torch.randn_like(p), alpha=0.5)
loss = F.cross_entropy(net(x), y)
for p, c in zip(net.parameters(), clean):
    p.data.copy_(c)
loss.backward()
print(net[0].weight.grad)
