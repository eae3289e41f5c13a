import torch
q = torch.randn(2, requires_grad=True)
r, gamma = [1.0, 0.5], 0.9
target = torch.tensor([r[0] + gamma * q[1], r[1] + gamma * q[0]])   # TD target: no gradient
loss = (q - target).pow(2).mean()
loss.backward()
assert torch.allclose(q.grad, (q.detach() - target))
