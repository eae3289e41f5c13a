import torch
import torch.nn as nn

torch.manual_seed(2006)
layer = nn.Linear(4, 2)
mask = torch.tensor([1.0, 0.0, 1.0, 0.0])
batch = torch.randn(5, 4)

layer.weight.data = layer.weight.data * mask
loss = layer(batch).tanh().pow(2).mean()
loss.backward()
