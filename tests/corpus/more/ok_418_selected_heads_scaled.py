import torch
import torch.nn as nn

torch.manual_seed(4118)
proj = nn.Linear(4, 6)
x = torch.randn(3, 4)

heads = proj(x).view(3, 2, 3)
heads.select(1, 0).mul_(0.5)
heads[:, 1].add_(1.0)
heads.transpose(1, 2)[:, 0].neg_()
loss = torch.softmax(heads, dim=-1).pow(2).sum()
loss.backward()
