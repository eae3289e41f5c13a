import torch

torch.manual_seed(310)
x = torch.randn(4, requires_grad=True)
y = (x * 3).sub_(1.0).div_(2.0).neg_()
z = y.clone().clamp_(-1, 1)
loss = (z + y).pow(2).sum()
loss.backward()
