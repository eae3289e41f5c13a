import torch

torch.manual_seed(1046)
x = torch.tensor([2.0, -1.0], requires_grad=True)
y = (2 * x + 3).sum()
z = (x ** 3 + 1).sum()

y.backward()
slope_y = x.grad.tolist()
z.backward()
slope_z = x.grad.tolist()
