import torch
import torch.nn as nn

torch.manual_seed(25)
net = nn.Linear(3, 2)
scale = torch.ones(2, requires_grad=True)
parts = [net(torch.randn(4, 3)).pow(2).mean() for _ in range(2)]

total = torch.stack(parts)
loss = (total * scale).sum()
loss.backward()
print("loss", loss.item())
