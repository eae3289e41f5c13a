import torch

torch.manual_seed(275)
grid = torch.randn(2, 3, requires_grad=True)

field = (grid * 2).t()
flat = field.flatten()
field = field * torch.tensor([[0.0, 1.0], [1.0, 1.0], [1.0, 0.0]])
interior = field[1:-1].sum()
loss = field.pow(2).sum() + interior
loss.backward()
