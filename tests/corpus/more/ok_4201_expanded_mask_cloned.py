import torch

torch.manual_seed(111)
row = torch.randn(3, requires_grad=True)
grid = row.expand(4, 3).clone()
grid[2] = 0.0
grid[0, 1] += 2.0
grid *= torch.arange(1.0, 5.0).unsqueeze(1)
loss = grid.pow(2).sum()
loss.backward()

print(grid)
