import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.utils.checkpoint import checkpoint

torch.manual_seed(116)
enc = nn.Linear(3, 6)


def noisy(x, p):
    return F.dropout(torch.tanh(enc(x)), p, training=True)


h = checkpoint(noisy, torch.randn(2, 3), 0.5, use_reentrant=False)
loss = (h.sum(0) - 1).pow(2).mean()
loss.backward()
