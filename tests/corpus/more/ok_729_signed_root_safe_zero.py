import torch


def signed_root(v):
    nonzero = v != 0
    safe = torch.where(nonzero, v, torch.ones_like(v))
    root = torch.sign(safe) * torch.sqrt(safe.abs())
    return torch.where(nonzero, root, torch.zeros_like(v))


v = torch.tensor([0.0, 0.25, -4.0], requires_grad=True)
loss = (signed_root(v) * torch.tensor([3.0, 1.0, 2.0])).sum()
loss.backward()
print(v.grad)
