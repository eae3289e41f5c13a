import torch

torch.manual_seed(111)
row = torch.randn(3, requires_grad=True)
keep = torch.tensor([1.0, 1.0, 0.0, 1.0]).unsqueeze(1)
bump = torch.zeros(4, 3)
bump[0, 1] = 2.0
grid = (row * keep + bump) * torch.arange(1.0, 5.0).unsqueeze(1)
loss = grid.pow(2).sum()
loss.backward()
