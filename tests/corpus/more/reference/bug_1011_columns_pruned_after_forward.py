import torch
import torch.nn as nn

torch.manual_seed(1011)
layer = nn.Linear(5, 2)
batch = torch.randn(6, 5)
target = torch.randn(6, 2)
keep = torch.tensor([0, 1, 3])

layer.weight.data = layer.weight.data[:, keep]
out = layer(batch[:, keep])
loss = (out - target).pow(2).mean()
loss.backward()
