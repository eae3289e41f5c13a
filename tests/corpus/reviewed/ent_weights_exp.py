import torch
w = torch.randn(3, requires_grad=True)
l1, l2 = w.pow(2).sum(), w.abs().sum()
k = torch.tensor([1 / (l1 + 1e-8), 1 / (l2 + 1e-8)])
(k[0] * l1 + k[1] * l2).backward()
