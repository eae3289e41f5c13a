import torch
w, b = torch.randn(3, requires_grad=True), torch.zeros(1, requires_grad=True)
x = torch.randn(4, 3)
loss = (x @ w + b).pow(2).mean()
gw, gb = torch.autograd.grad(loss, (w, b), create_graph=True)
pen = sum(g.pow(2).sum() for g in (gw, gb))
(loss + pen).backward()
