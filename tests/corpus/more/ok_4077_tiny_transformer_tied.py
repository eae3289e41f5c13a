import math

import torch
import torch.nn as nn
import torch.nn.functional as F


class Attention(nn.Module):
    def __init__(self, d, heads, block):
        super().__init__()
        self.heads = heads
        self.qkv = nn.Linear(d, 3 * d, bias=False)
        self.proj = nn.Linear(d, d)
        self.register_buffer("hidden", ~torch.tril(torch.ones(block, block, dtype=torch.bool)))

    def forward(self, x):
        b, t, d = x.shape
        q, k, v = self.qkv(x).view(b, t, 3, self.heads, d // self.heads).permute(2, 0, 3, 1, 4)
        att = q @ k.transpose(-2, -1)
        att /= math.sqrt(d // self.heads)
        att = att.masked_fill_(self.hidden[:t, :t], float("-inf")).softmax(-1)
        return self.proj((att @ v).transpose(1, 2).reshape(b, t, d))


class Block(nn.Module):
    def __init__(self, d, heads, block):
        super().__init__()
        self.ln1, self.ln2 = nn.LayerNorm(d), nn.LayerNorm(d)
        self.attn = Attention(d, heads, block)
        self.mlp = nn.Sequential(nn.Linear(d, 2 * d), nn.GELU(), nn.Linear(2 * d, d))

    def forward(self, x):
        x = x + self.attn(self.ln1(x))
        return x + self.mlp(self.ln2(x))


class LM(nn.Module):
    def __init__(self, vocab=6, d=4, heads=2, block=5, depth=2):
        super().__init__()
        self.tok, self.pos = nn.Embedding(vocab, d), nn.Parameter(torch.zeros(1, block, d))
        self.blocks = nn.ModuleList(Block(d, heads, block) for _ in range(depth))
        self.ln = nn.LayerNorm(d)
        self.head = nn.Linear(d, vocab, bias=False)
        self.head.weight = self.tok.weight
        self.apply(self._init)
        for name, p in self.named_parameters():
            if name.endswith("proj.weight"):
                p.data.div_(math.sqrt(2 * depth))

    def _init(self, m):
        if isinstance(m, (nn.Linear, nn.Embedding)):
            nn.init.normal_(m.weight, 0.0, 0.3)
        if isinstance(m, nn.Linear) and m.bias is not None:
            m.bias.data.zero_()

    def forward(self, ids):
        h = self.tok(ids)
        h += self.pos[:, :ids.shape[1]]
        for block in self.blocks:
            h = block(h)
        return self.head(self.ln(h))


torch.manual_seed(133)
lm = LM()
opt = torch.optim.AdamW(lm.parameters(), lr=1e-2)
ids = torch.arange(36).view(6, 6) % 6
for step in range(4):
    xb, yb = ids[:, :-1], ids[:, 1:]
    logits = lm(xb)
    loss = F.cross_entropy(logits.reshape(-1, 6), yb.reshape(-1))
    opt.zero_grad(set_to_none=True)
    loss.backward()
    opt.step()
print("loss", loss.item(), "tied", lm.head.weight is lm.tok.weight)
