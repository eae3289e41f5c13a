import torch
net = torch.nn.Linear(4, 2)
x = torch.randn(6, 2, 2).view(6, 4)
clean = net(x)
x.requires_grad_()
loss = (net(x) - clean).pow(2).sum() + net(x).sum()
loss.backward()
assert x.grad is not None
