import torch


def neg_entropy(p):
    safe = torch.where(p > 0, p, torch.ones_like(p))
    return torch.where(p > 0, p * torch.log(safe), torch.zeros_like(p)).sum()


p = torch.tensor([0.5, 0.0, 0.3, 0.2], requires_grad=True)
loss = neg_entropy(p)
loss.backward()
print("grad", p.grad)
