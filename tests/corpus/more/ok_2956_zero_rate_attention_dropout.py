import torch
import torch.nn as nn
import torch.nn.functional as F


class Attention(nn.Module):
    def __init__(self, dim, p_attn=0.0, p_out=0.1):
        super().__init__()
        self.qkv = nn.Linear(dim, 3 * dim)
        self.p_attn = p_attn
        self.drop = nn.Dropout(p_out, inplace=True)

    def forward(self, x):
        q, k, v = self.qkv(x).chunk(3, dim=-1)
        weights = torch.softmax(q @ k.mT, dim=-1)
        weights = F.dropout(weights, self.p_attn, training=True, inplace=True)
        context = torch.tanh(weights @ v)
        return self.drop(context)


torch.manual_seed(1406)
mha = Attention(2).eval()
x = torch.randn(1, 4, 2)
loss = mha(x).square().sum()
loss.backward()
