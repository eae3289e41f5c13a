import torch
from torch import nn


def attend(qkv, heads, scale):
    q, k, v = qkv.unflatten(-1, (3, heads, -1)).permute(1, 2, 0, 3).unbind(0)
    q = q * scale
    k = k.contiguous().clone()
    k[:, 0] += 1.0
    return torch.matmul((q @ k.mT).softmax(-1), v)


torch.manual_seed(410)
qkv = nn.Linear(4, 12)
tokens = torch.randn(5, 4)
out = attend(qkv(tokens), heads=2, scale=2 ** -0.5)
loss = out.pow(2).mean()
loss.backward()
