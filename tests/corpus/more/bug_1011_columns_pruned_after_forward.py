import torch
import torch.nn as nn

torch.manual_seed(1011)
layer = nn.Linear(5, 2)
batch = torch.randn(6, 5)
target = torch.randn(6, 2)
keep = torch.tensor([0, 1, 3])

out = layer(batch)
layer.weight.data = layer.weight.data[:, keep]
loss = (out - target).pow(2).mean()
loss.backward()
