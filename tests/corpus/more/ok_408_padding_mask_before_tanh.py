import torch
import torch.nn as nn

torch.manual_seed(4105)
conv = nn.Conv1d(2, 3, 3, padding=1)
length = torch.tensor([5, 3])
x = torch.randn(2, 2, 5)

valid = (torch.arange(5)[None] < length[:, None])[:, None].to(x.dtype)
h = conv(x)
h.mul_(valid)
h = torch.tanh(h)
pooled = h.sum(-1) / length[:, None]
loss = pooled.pow(2).sum()
loss.backward()
