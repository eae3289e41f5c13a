import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(4112)
a, b = nn.Conv1d(1, 2, 3, padding=1), nn.Conv1d(2, 2, 3, padding=1)


def residual(x):
    h = F.relu(a(x), inplace=True)
    out = F.dropout(b(h), p=0.5, training=True, inplace=True)
    out += h
    return F.elu(out, inplace=True)


loss = residual(torch.randn(2, 1, 5)).sum()
loss.backward()
