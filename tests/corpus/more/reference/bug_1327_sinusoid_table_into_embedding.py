import torch
import torch.nn as nn


def fill_sinusoid(table, positions, dim):
    theta = positions[:, None] / 10.0 ** (torch.arange(dim) / dim)
    table[:, 0::2] = torch.sin(theta[:, 0::2])
    table[:, 1::2] = torch.cos(theta[:, 1::2])
    return table


torch.manual_seed(1327)
position = nn.Embedding(4, 2)
with torch.no_grad():
    fill_sinusoid(position.weight, torch.arange(4.0), 2)
query = torch.randn(2)
loss = (position(torch.tensor([0, 2, 2])) @ query).pow(2).sum()
loss.backward()
