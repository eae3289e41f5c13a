import torch
import torch.nn as nn
from torch.utils.checkpoint import checkpoint

torch.manual_seed(4132)
lin = nn.Linear(3, 3)
calls = []


def noisy(x):
    calls.append(x.shape[0])
    h = lin(x)
    h += 0.1 * torch.randn(4, 3)
    return torch.tanh(h).mul(1.5)


x = torch.randn(4, 3)
for k in range(2):
    x = checkpoint(noisy, x, use_reentrant=False)
loss = x.pow(2).sum()
loss.backward()
