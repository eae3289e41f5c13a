import torch

p = torch.tensor([0.0, 0.3, 0.7, 0.0], requires_grad=True)
positive = p > 0
inner = torch.where(positive, p, torch.ones_like(p))
plogp = torch.where(positive, p * inner.log(), torch.zeros_like(p))
entropy = -plogp.sum()
loss = entropy.pow(2)
loss.backward()
print(p.grad)
