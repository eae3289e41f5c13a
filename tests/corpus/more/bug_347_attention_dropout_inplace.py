import torch
import torch.nn as nn


class TinyAttention(nn.Module):
    def __init__(self, width, p):
        super().__init__()
        self.q = nn.Linear(width, width)
        self.k = nn.Linear(width, width)
        self.v = nn.Linear(width, width)
        self.drop = nn.Dropout(p, inplace=True)

    def forward(self, x):
        scores = self.q(x) @ self.k(x).transpose(-2, -1)
        attn = torch.softmax(scores / x.shape[-1] ** 0.5, dim=-1)
        attn = self.drop(attn)
        return x + attn @ self.v(x)


torch.manual_seed(52)
block = TinyAttention(4, p=0.25)
x = torch.randn(2, 3, 4)
loss = block(x).square().mean()
loss.backward()
