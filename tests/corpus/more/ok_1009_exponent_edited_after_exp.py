import torch

torch.manual_seed(2009)
t = torch.arange(3.0, requires_grad=True)
scale = 2.0

u = scale * t
growth = u.exp()
u[0] = 5.0
u[2] = growth[0]
loss = growth.sum() + u.sum()
loss.backward()
