import torch
import torch.nn as nn


def filter_grid(weight):
    tiles = weight.data.view(weight.size(0), -1).clone()
    low, high = tiles.min(), tiles.max()
    tiles.sub_(low).div_(high - low)
    return tiles.tolist()


torch.manual_seed(1012)
conv = nn.Conv2d(1, 2, 2)
image = torch.randn(1, 1, 3, 3, requires_grad=True)
score = conv(image)
grid = filter_grid(conv.weight)
loss = score.relu().sum()
loss.backward()
