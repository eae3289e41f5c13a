import torch
import torch.nn as nn
from torch.utils.checkpoint import checkpoint

torch.manual_seed(720)
layers = nn.ModuleList([nn.Linear(2, 2) for _ in range(3)])
x = torch.randn(4, 2)


def encode(h):
    for layer in layers:
        h = checkpoint(lambda t: torch.tanh(layer(t)), h, use_reentrant=False)
    return h


loss = encode(x).pow(2).mean()
loss.backward()
print(layers[0].weight.grad)
