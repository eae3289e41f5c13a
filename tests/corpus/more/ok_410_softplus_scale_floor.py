import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(4103)
enc = nn.Linear(3, 4)
x = torch.randn(6, 3)

mean, raw = enc(x).chunk(2, dim=1)
scale = F.softplus(raw)
scale += 1e-3
z = mean + scale * torch.randn(6, 2)
kl = 0.5 * (scale ** 2 + mean ** 2 - 1) - scale.log()
loss = z.pow(2).mean() + 0.1 * kl.mean()
loss.backward()
