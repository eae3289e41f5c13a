import torch
q = torch.randn(2, 4, 8, requires_grad=True)
done = torch.tensor([[0, 0, 1, 1], [0, 0, 0, 0]]).bool()
causal = torch.full((4, 4), float("-inf")).triu(1)
att = torch.softmax(q @ q.transpose(1, 2) + causal, -1)
att = torch.where(done[:, :, None].all(-1, keepdim=True), torch.zeros_like(att), att)
(att @ q).sum().backward()
assert q.grad.isfinite().all()
