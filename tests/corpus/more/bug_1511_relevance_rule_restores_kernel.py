import torch
import torch.nn as nn

torch.manual_seed(1511)
conv = nn.Conv2d(1, 2, 2)
image = torch.rand(1, 1, 3, 3, requires_grad=True)


def positive_pass(layer, x):
    original = layer.weight.data
    layer.weight.data = original.clamp(min=0.0)
    z = layer(x)
    layer.weight.data = original
    return z


z = positive_pass(conv, image)
loss = (z * z.detach()).sum()
loss.backward()
relevance = image * image.grad
