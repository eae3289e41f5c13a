import torch
last = torch.randn(3, requires_grad=True)
rec, gan = (last - 1).pow(2).sum(), -(last ** 2).mean()
g1, = torch.autograd.grad(rec, last, retain_graph=True)
g2, = torch.autograd.grad(gan, last, retain_graph=True)
lam = min(max((g1.norm() / (g2.norm() + 1e-4)).item(), 0.0), 1e4)
(rec + lam * gan).backward()
