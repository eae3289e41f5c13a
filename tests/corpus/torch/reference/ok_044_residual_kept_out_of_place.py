import torch
import torch.nn as nn

torch.manual_seed(331)
inp, mix = nn.Linear(2, 3), nn.Linear(3, 3)
x = inp(torch.randn(4, 2))
residual = x
x = x - x.mean(-1, keepdim=True)
x = mix(x)
x = x + residual
loss = x.pow(2).sum()
loss.backward()
