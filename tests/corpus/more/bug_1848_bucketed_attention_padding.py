import torch
import torch.nn as nn


class LocalAttention(nn.Module):
    def __init__(self, dim, window):
        super().__init__()
        self.qkv = nn.Linear(dim, 3 * dim)
        self.window = window

    def forward(self, x, pad):
        q, k, v = self.qkv(x).chunk(3, dim=-1)
        pos = torch.arange(x.size(1))
        far = (pos[:, None] - pos[None]).abs() > self.window
        blocked = far | pad[:, None, :]
        bias = torch.zeros(blocked.shape).masked_fill(blocked, float("-inf"))
        scores = q @ k.mT + bias
        attn = torch.softmax(scores, dim=-1)
        attn = torch.where(blocked.all(-1, keepdim=True), 0.0, attn)
        return attn @ v


torch.manual_seed(1848)
layer = LocalAttention(2, window=1)
x = torch.randn(2, 4, 2)
pad = torch.tensor([[False] * 4, [False, False, True, True]])
out = layer(x, pad)
loss = out[~pad].pow(2).mean()
loss.backward()
