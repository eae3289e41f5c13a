import torch
q = torch.randn(4, 8, requires_grad=True)
pad = torch.tensor([[0, 1, 1, 1], [1, 1, 1, 1], [0, 0, 0, 1], [0, 0, 0, 0]]).bool()
empty = pad.all(-1, keepdim=True)
bias = torch.zeros(4, 4).masked_fill(pad & ~empty, float("-inf"))
att = torch.softmax(q @ q.T + bias, -1)
att = att.masked_fill(empty, 0.0)
(att @ q).sum().backward()
assert q.grad.isfinite().all()
