import torch
w = torch.randn(3, requires_grad=True)
l1, l2 = (w ** 2).sum(), (w - 1).pow(2).mean()
scale = 1 / torch.tensor([l1, l2])
loss = scale[0] * l1 + scale[1] * l2
loss.backward()
