import torch
q = torch.randn(2, 3, requires_grad=True)
m = torch.tensor([[0, 1], [1, 1]]).bool()
s = (q @ q.T).masked_fill(m, float("-inf"))
a = torch.softmax(s, -1)
a = torch.where(torch.isnan(a), torch.zeros_like(a), a)
(a @ q).sum().backward()
assert q.grad.isfinite().all()
