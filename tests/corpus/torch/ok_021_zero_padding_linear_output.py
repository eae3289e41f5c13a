import torch
import torch.nn as nn

torch.manual_seed(308)
enc = nn.Linear(3, 2)
x = torch.randn(2, 4, 3)
pad = torch.tensor([[False, False, True, True], [False, False, False, True]])

h = enc(x)
h[pad] = 0.0
pooled = h.sum(1) / (~pad).sum(1, keepdim=True)
loss = pooled.pow(2).mean()
loss.backward()
