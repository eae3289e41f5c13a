import torch
q = torch.randn(4, 8, requires_grad=True)
pad = torch.tensor([[0, 1, 1, 1], [1, 1, 1, 1], [0, 0, 0, 1], [0, 0, 0, 0]]).bool()
bias = torch.zeros(4, 4).masked_fill(pad, torch.finfo(torch.float32).min)
att = torch.softmax(q @ q.T + bias, -1)
att = torch.where(pad.all(-1, keepdim=True), torch.zeros_like(att), att)
(att @ q).sum().backward()
assert q.grad.isfinite().all()
