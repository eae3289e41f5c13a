import torch
import torch.nn as nn

torch.manual_seed(337)
qkv = nn.Linear(4, 12)


def attend(x):
    q, k, v = qkv(x).chunk(3, dim=-1)
    q = q * q.shape[-1] ** -0.5
    weights = torch.softmax(q @ k.transpose(-2, -1), dim=-1)
    return weights @ v


tokens = torch.randn(2, 3, 4)
loss = attend(tokens).square().mean()
loss.backward()
