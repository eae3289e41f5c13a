import torch
import torch.nn as nn


class PackedAttention(nn.Module):
    def __init__(self, dim, heads):
        super().__init__()
        self.heads = heads
        self.packed = nn.Linear(dim, 3 * dim)
        self.out = nn.Linear(dim, dim)

    def forward(self, x):
        n, d = x.shape
        q, k, v = self.packed(x).chunk(3, dim=-1)
        q *= (d // self.heads) ** -0.5
        q, k, v = (t.view(n, self.heads, -1).transpose(0, 1) for t in (q, k, v))
        attn = torch.softmax(q @ k.transpose(1, 2), dim=-1)
        return self.out((attn @ v).transpose(0, 1).reshape(n, d))


torch.manual_seed(70)
mha = PackedAttention(4, heads=2)
loss = mha(torch.randn(3, 4)).pow(2).mean()
loss.backward()
