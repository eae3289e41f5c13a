import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(2212)
fc = nn.Linear(3, 4)


def ablated(layer, neurons):
    weight = layer.weight.clone()
    weight[neurons] = 0.0
    weight[:, 0] *= 0.5
    return weight


x, y = torch.randn(5, 3), torch.tensor([0, 1, 3, 2, 1])
logits = F.linear(x, ablated(fc, [1, 2]), fc.bias)
loss = F.cross_entropy(logits, y)
loss.backward()
