import torch

torch.manual_seed(356)
x = torch.randn(4, 3, requires_grad=True)
y = x * 1.0
rows = torch.tensor([0, 3])
m = torch.ones(4, 3)
m[0, 1] = m[3, 1] = m[2, 0] = 0.0
y = y * m + 5.0 * torch.eye(4)[2][:, None] * torch.eye(3)[0]
loss = y.pow(2).sum()
loss.backward()
