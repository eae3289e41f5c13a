import torch
w = torch.randn(3, requires_grad=True)
l1, l2 = (w ** 2).sum(), (w - 1).pow(2).mean()
table = torch.tensor([[l1, l2], [l1 / 2, l2 / 2]])
print(table.mean(0))
(l1 + l2).backward()
