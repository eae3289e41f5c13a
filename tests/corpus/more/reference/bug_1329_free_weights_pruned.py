import torch
import torch.nn as nn

torch.manual_seed(1329)
layer = nn.Linear(3, 4)
opt = torch.optim.SGD(layer.parameters(), lr=0.1)


def free_capacity(layer, keep):
    rank = layer.weight.abs().sum(dim=1).argsort(descending=True)
    for unit in rank[keep:]:
        layer.weight.data[unit] = 0.0


free_capacity(layer, keep=2)
x, y = torch.randn(5, 3), torch.randn(5, 4)
loss = (layer(x) - y).pow(2).mean()
loss.backward()
