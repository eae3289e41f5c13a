import torch
import torch.nn as nn

torch.manual_seed(1321)
encoder = nn.Conv2d(1, 3, 2, stride=2)
decoder = nn.Linear(4, 4)
image = torch.randn(2, 1, 4, 4)
hidden = torch.tensor([1, 2])


def corrupt(fmap):
    tokens = fmap.flatten(start_dim=2)
    tokens = tokens.index_fill(-1, hidden, 0.0)
    return tokens


fmap = encoder(image)
recovered = decoder(corrupt(fmap))
target = fmap.flatten(start_dim=2)
loss = (recovered - target).square().mean() + 0.1 * fmap.abs().mean()
loss.backward()
