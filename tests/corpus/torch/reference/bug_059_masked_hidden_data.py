import torch
import torch.nn as nn

torch.manual_seed(233)
enc, dec = nn.Linear(3, 4), nn.Linear(4, 3)
x = torch.randn(5, 3)
drop = torch.rand(5, 4) < 0.4

hidden = torch.sigmoid(enc(x))
sparsity = hidden.mean(0).sub(0.2).pow(2).sum()
hidden = hidden + (hidden.masked_fill(drop, 0.0) - hidden).detach()
recon = dec(hidden)
loss = (recon - x).pow(2).mean() + sparsity
loss.backward()
