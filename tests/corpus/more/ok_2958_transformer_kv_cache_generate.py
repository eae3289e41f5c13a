import math
import torch
import torch.nn as nn
import torch.nn.functional as F


class CausalSelfAttention(nn.Module):
    def __init__(self, dim, heads, max_len):
        super().__init__()
        self.heads, self.qkv, self.proj = heads, nn.Linear(dim, 3 * dim), nn.Linear(dim, dim)
        self.register_buffer("mask", torch.tril(torch.ones(max_len, max_len, dtype=torch.bool)))
        self.register_buffer("cache", torch.zeros(2, 1, heads, max_len, dim // heads), persistent=False)

    def forward(self, x, pos=None):
        B, T, C = x.shape
        q, k, v = (t.view(B, T, self.heads, C // self.heads).transpose(1, 2) for t in self.qkv(x).split(C, dim=2))
        start = 0
        if pos is not None:
            start = pos
            self.cache[0, :, :, pos:pos + T] = k
            self.cache[1, :, :, pos:pos + T] = v
            k, v = self.cache[:, :, :, :pos + T].unbind(0)
        att = q @ k.transpose(-2, -1)
        att *= 1.0 / math.sqrt(k.size(-1))
        att.masked_fill_(~self.mask[start:start + T, :k.size(2)], float("-inf"))
        y = F.softmax(att, dim=-1) @ v
        return self.proj(y.transpose(1, 2).reshape(B, T, C))


class Block(nn.Module):
    def __init__(self, dim, heads, max_len):
        super().__init__()
        self.ln1, self.attn, self.ln2 = nn.LayerNorm(dim), CausalSelfAttention(dim, heads, max_len), nn.LayerNorm(dim)
        self.mlp = nn.Sequential(nn.Linear(dim, 2 * dim), nn.GELU(), nn.Linear(2 * dim, dim))

    def forward(self, x, pos=None):
        x = x + self.attn(self.ln1(x), pos)
        return x + self.mlp(self.ln2(x))


class LM(nn.Module):
    def __init__(self, vocab=6, dim=4, max_len=8):
        super().__init__()
        self.tok, self.pos = nn.Embedding(vocab, dim), nn.Embedding(max_len, dim)
        self.blocks = nn.ModuleList([Block(dim, 2, max_len) for _ in range(2)])
        self.head = nn.Linear(dim, vocab, bias=False)
        self.head.weight = self.tok.weight

    def forward(self, idx, pos=None):
        start = pos or 0
        x = self.tok(idx) + self.pos(torch.arange(start, start + idx.size(1)))
        for b in self.blocks:
            x = b(x, pos)
        return self.head(x)

    @torch.no_grad()
    def generate(self, idx, n):
        logits = self(idx, pos=0)
        for i in range(n):
            nxt = logits[:, -1].argmax(-1, keepdim=True)
            idx = torch.cat([idx, nxt], 1)
            logits = self(nxt, pos=idx.size(1) - 1)
        return idx


torch.manual_seed(281)
lm = LM()
opt = torch.optim.AdamW(lm.parameters(), lr=1e-2)
for step in range(3):
    seq = (torch.arange(7) + torch.randint(0, 6, (4, 1))) % 6
    loss = F.cross_entropy(lm(seq[:, :-1]).flatten(0, 1), seq[:, 1:].flatten())
    opt.zero_grad(set_to_none=True)
    loss.backward()
    opt.step()
    text = lm.generate(seq[:1, :2], 4)
