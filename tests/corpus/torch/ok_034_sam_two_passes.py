import torch
import torch.nn as nn

torch.manual_seed(321)
net = nn.Linear(3, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
x, y = torch.randn(6, 3), torch.randn(6, 1)

(net(x) - y).pow(2).mean().backward()
eps = [0.05 * p.grad / (p.grad.norm() + 1e-12) for p in net.parameters()]
with torch.no_grad():
    for p, e in zip(net.parameters(), eps):
        p.add_(e)
opt.zero_grad()
loss = (net(x) - y).pow(2).mean()
loss.backward()
with torch.no_grad():
    for p, e in zip(net.parameters(), eps):
        p.sub_(e)
opt.step()
