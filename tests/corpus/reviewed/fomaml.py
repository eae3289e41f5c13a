import torch
from torch import nn
from torch.func import functional_call
torch.manual_seed(0)
net = nn.Linear(3, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
before = net.weight.detach().clone()
for step in range(2):
    opt.zero_grad()
    params = dict(net.named_parameters())
    x, y = torch.randn(4, 3), torch.randn(4, 1)
    inner = ((functional_call(net, params, (x,)) - y) ** 2).mean()
    grads = torch.autograd.grad(inner, list(params.values()), create_graph=False)
    fast = {k: p - 0.1 * g for (k, p), g in zip(params.items(), grads)}
    outer = ((functional_call(net, fast, (x,)) - y) ** 2).mean()
    outer.backward()
    opt.step()
assert not torch.equal(before, net.weight)
