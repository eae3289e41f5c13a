import torch
import torch.nn as nn

torch.manual_seed(124)
enc = nn.Linear(2, 3)
h = enc(torch.randn(4, 2))
total = h.sum() + h.mean(0).max()
h[0] = 0.0
h[-1, 1:] = 1.0
loss = total + h.pow(3).sum()
loss.backward()
