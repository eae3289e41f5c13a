import torch
import torch.nn as nn
from torch.utils.checkpoint import checkpoint

torch.manual_seed(2423)
fc = nn.Linear(3, 6)
drop = nn.Dropout(0.5)
head = nn.Linear(6, 1)
calls = []


def segment(x):
    calls.append(tuple(x.shape))
    h = fc(x)
    h = h * 0.5
    return drop(torch.relu(h))


x = torch.randn(4, 3)
h = segment(x)
loss = head(h).square().mean()
loss.backward()
