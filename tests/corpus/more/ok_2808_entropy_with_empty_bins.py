import torch


def entropy(p):
    empty = p <= 0
    safe = torch.where(empty, torch.ones_like(p), p)
    return -torch.where(empty, torch.zeros_like(p), p * safe.log()).sum()


p = torch.tensor([0.5, 0.0, 0.3, 0.2, 0.0], requires_grad=True)
loss = entropy(p)
loss.backward()
print("grad", p.grad)
