import torch

torch.manual_seed(4030)
values = torch.randn(6, requires_grad=True)
group = torch.tensor([0, 0, 1, 2, 2, 2])

count = torch.zeros(3).index_add(0, group, torch.ones(6))
mean = torch.zeros(3).index_add(0, group, values) / count
residual = values - mean[group]
square = torch.zeros(3).index_add(0, group, residual ** 2)
spread = torch.where(count > 1, torch.sqrt(square / (count - 1)), torch.zeros(3))
loss = mean.sum() + spread.sum()
loss.backward()
assert torch.isfinite(loss)
