import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(2303)
enc = nn.Linear(3, 2)
codebook = torch.randn(4, 2)

z = enc(torch.randn(5, 3))
codes = torch.cdist(z.detach(), codebook).argmin(dim=1)
quantized = F.embedding(codes, codebook)
e_latent_loss = F.mse_loss(quantized, z)
with torch.no_grad():
    onehot = F.one_hot(codes, 4).float()
    codebook = 0.9 * codebook + 0.1 * (onehot.t() @ z)
loss = 0.25 * e_latent_loss
loss.backward()
