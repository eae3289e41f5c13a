import torch
import torch.nn as nn


class CrossAttention(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.to_q = nn.Linear(dim, dim, bias=False)
        self.to_kv = nn.Linear(dim, 2 * dim, bias=False)
        self.scale = dim ** -0.5

    def forward(self, text, media, media_mask):
        q = self.to_q(text) * self.scale
        k, v = self.to_kv(media).chunk(2, dim=-1)
        sim = q @ k.transpose(-1, -2)
        sim = sim - sim.amax(dim=-1, keepdim=True).detach()
        sim.masked_fill(~media_mask, -torch.finfo(sim.dtype).max)
        attn = sim.softmax(dim=-1)
        return attn @ v


torch.manual_seed(37)
attend = CrossAttention(4)
text, media = torch.randn(3, 4), torch.randn(5, 4)
mask = torch.ones(3, 5, dtype=torch.bool).tril(1)
loss = attend(text, media, mask).pow(2).mean()
loss.backward()
