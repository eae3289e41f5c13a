import torch
q = torch.randn(4, 8, requires_grad=True)
bias = torch.full((4, 4), float("-inf")).triu(1)
att = (q @ q.T + bias).softmax(-1).nan_to_num()
(att @ q).sum().backward()
assert q.grad.isfinite().all()
