import torch
import torch.nn as nn


class Attention(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.query = nn.Linear(dim, dim)
        self.key = nn.Linear(dim, dim)
        self.value = nn.Linear(dim, dim)
        self.drop = nn.Dropout(0.3, inplace=True)

    def forward(self, x):
        q, k, v = self.query(x), self.key(x), self.value(x)
        p = torch.softmax(q @ k.transpose(1, 2) / q.shape[-1] ** 0.5, dim=-1)
        p = self.drop(p)
        return p @ v


torch.manual_seed(2310)
attn = Attention(4)
loss = attn(torch.randn(2, 3, 4)).square().mean()
loss.backward()
