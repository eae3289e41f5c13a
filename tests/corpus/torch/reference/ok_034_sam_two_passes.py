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
w, b = (p.detach().clone().requires_grad_() for p in net.parameters())
loss = (x @ w.t() + b - y).pow(2).mean()
loss.backward()
net.weight.grad, net.bias.grad = w.grad, b.grad
with torch.no_grad():
    for p, e in zip(net.parameters(), eps):
        p.sub_(e)
opt.step()
