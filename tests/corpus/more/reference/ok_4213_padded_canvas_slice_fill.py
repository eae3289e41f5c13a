import torch
import torch.nn as nn

torch.manual_seed(123)
lin = nn.Linear(2, 3)
kernel = torch.randn(3)
y = lin(torch.randn(4, 2))
z = torch.zeros(4, 1)
canvas = torch.cat([z, y[:, :1], y, y[:, 2:], z], 1)
blurred = canvas.unfold(1, 3, 1) @ kernel
loss = torch.tanh(blurred).sum()
loss.backward()
