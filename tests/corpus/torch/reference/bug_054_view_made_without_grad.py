import torch

torch.manual_seed(228)
scale = torch.randn(2, requires_grad=True)
canvas = torch.zeros(2, 4)

flat = canvas.view(8)
flat[:2] = scale
loss = flat.pow(3).sum()
loss.backward()
