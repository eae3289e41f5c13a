import torch
import torch.nn.functional as F

a = torch.tensor([0.5, 0.0, 2.0], requires_grad=True)
b = torch.tensor([1.0, 0.3])

pooled = torch.outer(a, b).flatten()
pooled = torch.sign(pooled) * torch.sqrt(torch.abs(pooled) + 1e-10)
descriptor = F.normalize(pooled, dim=0)
loss = (descriptor * torch.arange(6.0)).sum()
loss.backward()
print(a.grad)
