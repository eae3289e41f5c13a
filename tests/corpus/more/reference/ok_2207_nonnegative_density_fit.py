import torch

torch.manual_seed(2307)
rays = torch.rand(5, 6)
density = torch.zeros(6, requires_grad=True)
counts = rays @ torch.tensor([0.0, 1.0, 0.5, 0.0, 2.0, 0.0])

value = torch.zeros(6)
for iteration in range(4):
    density = value.clone().requires_grad_()
    loss = (rays @ density - counts).pow(2).mean()
    loss.backward()
    value = (value - 0.3 * density.grad).clamp(min=0.0)
