import torch

torch.manual_seed(1045)
x = torch.tensor([[3.0, 4.0], [1.0, -2.0]], requires_grad=True)
w = torch.tensor([3.0, 4.0])

xlen = x.pow(2).sum(1).pow(0.5)
wlen = w.pow(2).sum().pow(0.5)
cos_theta = (x @ w / xlen / wlen).clamp(-1, 1)
theta = cos_theta.acos()
loss = (torch.cos(2 * theta) * xlen).sum()
loss.backward()
