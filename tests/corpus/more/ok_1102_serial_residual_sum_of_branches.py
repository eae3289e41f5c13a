import torch
import torch.nn as nn

torch.manual_seed(2102)
attn, ff = nn.Linear(3, 3), nn.Linear(3, 3)


def layer(x):
    residual = x
    attn_out = attn(x)
    out = ff(torch.tanh(attn_out))
    out += attn_out
    out += residual
    return out


noised = torch.randn(4, 3)
loss = layer(noised).pow(2).sum()
loss.backward()
