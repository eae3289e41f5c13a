import torch
q = torch.randn(4, 8, requires_grad=True)
mask = torch.zeros(4, 4).masked_fill(torch.ones(4, 4).triu(1).bool(), float("-inf"))
att = torch.softmax(q @ q.T / 8 ** 0.5 + mask, -1)
att = torch.nan_to_num(att)
(att @ q).sum().backward()
assert q.grad.isfinite().all()
