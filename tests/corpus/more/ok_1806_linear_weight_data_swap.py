import torch
import torch.nn as nn


def sparsify(net, keep=0.5):
    for m in net.modules():
        if isinstance(m, nn.Linear):
            thr = m.weight.detach().abs().quantile(1 - keep)
            m.weight.data = m.weight.data * (m.weight.data.abs() >= thr)


torch.manual_seed(2806)
net = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 2))
x, y = torch.randn(5, 3), torch.randn(5, 2)
sparsify(net)
pred = net(x)
loss = (pred - y).pow(2).mean()
loss.backward()
with torch.no_grad():
    for p in net.parameters():
        p -= 0.1 * p.grad
sparsify(net)
