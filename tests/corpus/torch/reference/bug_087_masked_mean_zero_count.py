import torch

torch.manual_seed(262)
feat = torch.randn(3, 4, requires_grad=True)
mask = torch.tensor([[1.0, 1.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0], [1.0, 0.0, 1.0, 1.0]])

count = mask.sum(1)
mean = (feat * mask).sum(1) / count.clamp(min=1)
pooled = torch.where(count > 0, mean, torch.zeros_like(mean))
loss = pooled.pow(2).sum()
loss.backward()
print(loss.item(), feat.grad[1])
