import copy, torch
from torch import nn
net = nn.Linear(3, 1)
outer = torch.optim.Adam(net.parameters(), lr=0.1)
w0 = net.weight.detach().clone()
for task in range(3):
    fast = copy.deepcopy(net)
    inner = torch.optim.SGD(fast.parameters(), lr=0.1)
    for _ in range(2):
        inner.zero_grad()
        fast(torch.randn(4, 3)).pow(2).mean().backward()
        inner.step()
    for p, q in zip(net.parameters(), fast.parameters()):
        setattr(p, "grad", p.data - q.data)
    outer.step()
    outer.zero_grad()
assert not torch.equal(w0, net.weight)
