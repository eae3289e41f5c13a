import torch

torch.manual_seed(36)
x = torch.randn(7, 3)
group = torch.tensor([0, 2, 1, 0, 2, 2, 1])
weight = torch.randn(3, requires_grad=True)

score = torch.tanh(x @ weight)
total = torch.zeros(3)
total.scatter_add_(0, group, score)
count = torch.zeros(3, dtype=torch.long)
count.scatter_add_(0, group, torch.ones_like(group))
total /= count
loss = (total * torch.tensor([1.0, -2.0, 0.5])).sum()
loss.backward()
print("mean per group", total.tolist())
