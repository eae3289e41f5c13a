import torch
import torch.nn as nn


class Attention(nn.Module):
    def __init__(self, d, p=0.4):
        super().__init__()
        self.qkv = nn.Linear(d, 3 * d, bias=False)
        self.drop = nn.Dropout(p)

    def forward(self, x):
        q, k, v = self.qkv(x).chunk(3, dim=-1)
        prob = torch.softmax(q @ k.transpose(-2, -1) * q.shape[-1] ** -0.5, dim=-1)
        return self.drop(prob) @ v


torch.manual_seed(39)
att = Attention(2)
loss = att(torch.randn(1, 4, 2)).pow(2).sum()
loss.backward()
