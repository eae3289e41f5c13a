import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(805)
flow_head = nn.Linear(3, 2)
frame = torch.randn(1, 1, 4, 4)
context = torch.randn(1, 2, 2, 3)
residual = 0.05 * torch.randn(1, 2, 2, 2)

grid = flow_head(context)
coarse = F.grid_sample(frame, grid, align_corners=True)
grid += residual
fine = F.grid_sample(frame, grid, align_corners=True)
loss = (fine - 0.5 * coarse).pow(2).sum()
loss.backward()
