import torch


def sinc(t, eps=1e-4):
    small = t.abs() < eps
    safe = torch.where(small, torch.ones_like(t), t)
    return torch.where(small, 1 - t * t / 6, torch.sin(safe) / safe)


def entropy(p):
    inner = torch.where(p > 0, p, torch.ones_like(p))
    return -(p * inner.log()).sum()


torch.manual_seed(412)
angle = torch.tensor([0.0, 0.5, -1.2, 3.0], requires_grad=True)
weights = torch.relu(angle)
loss = sinc(angle).square().sum() + entropy(weights / weights.sum())
loss.backward()
