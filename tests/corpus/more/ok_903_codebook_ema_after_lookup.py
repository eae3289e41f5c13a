import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(9903)
enc = nn.Linear(2, 3)
codebook = torch.randn(4, 3)
x = torch.randn(5, 2)

z = enc(x)
index = torch.cdist(z.detach(), codebook).argmin(1)
quantized = F.embedding(index, codebook)
with torch.no_grad():
    codebook.mul_(0.9)
    codebook.index_add_(0, index, z, alpha=0.1)
straight = z + (quantized - z).detach()
loss = straight.pow(2).mean() + 0.25 * F.mse_loss(z, quantized)
loss.backward()
