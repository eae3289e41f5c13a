import torch
logp = torch.randn(2, requires_grad=True)
v = torch.randn(2, requires_grad=True)
r = torch.tensor([1.0, 2.0])
adv = torch.tensor([r[0] - v[0], r[1] - v[1]])      # constants in the policy term
loss = -(logp * adv).mean() + (r - v).pow(2).mean()
loss.backward()
assert torch.allclose(v.grad, -(r - v.detach()))
