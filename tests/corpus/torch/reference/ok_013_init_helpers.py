import math

import torch
import torch.nn as nn

torch.manual_seed(111)
layer = nn.Linear(4, 3)
nn.init.orthogonal_(layer.weight)
nn.init.constant_(layer.bias, -math.log(99.0))
with torch.no_grad():
    layer.weight[0].mul_(0.1)
    layer.bias[-1] = 0.5
layer.weight = nn.Parameter(layer.weight.detach().clone())
layer.bias = nn.Parameter(torch.tensor([-math.log(99.0), -math.log(99.0), 0.5]))
logits = layer(torch.randn(6, 4))
loss = nn.functional.binary_cross_entropy_with_logits(logits, torch.ones(6, 3))
loss.backward()
