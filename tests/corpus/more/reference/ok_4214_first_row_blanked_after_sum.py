import torch
import torch.nn as nn

torch.manual_seed(124)
enc = nn.Linear(2, 3)
h = enc(torch.randn(4, 2))
total = h.sum() + h.mean(0).max()
keep = torch.ones(4, 3)
keep[0] = 0
keep[-1, 1:] = 0
fill = torch.zeros(4, 3)
fill[-1, 1:] = 1.0
h = h * keep + fill
loss = total + h.pow(3).sum()
loss.backward()
