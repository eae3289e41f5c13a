import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.utils.checkpoint import checkpoint

torch.manual_seed(425)
ff = nn.Linear(4, 4)


def noisy(x):
    h = F.dropout(ff(x), p=0.5, training=True)
    return h + 0.1 * torch.randn_like(h)


x = torch.randn(2, 4)
torch.manual_seed(8)
y = noisy(x)
loss = y.square().sum()
loss.backward()
