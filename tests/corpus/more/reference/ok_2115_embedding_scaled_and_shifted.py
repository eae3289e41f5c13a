import math
import torch
import torch.nn as nn
import torch.nn.functional as F


class Embeddings(nn.Module):
    def __init__(self, vocab, dim, max_len=8):
        super().__init__()
        self.tok = nn.Embedding(vocab, dim)
        self.pos = nn.Parameter(torch.randn(max_len, dim))
        self.scale = math.sqrt(dim)

    def forward(self, ids):
        x = self.tok(ids)
        x = x * self.scale
        x = x + self.pos[:ids.size(1)]
        return x


torch.manual_seed(68)
embed = Embeddings(7, 4)
norm, head = nn.LayerNorm(4), nn.Linear(4, 7)
ids = torch.randint(0, 7, (2, 5))
logits = head(norm(embed(ids)))
loss = F.cross_entropy(logits[:, :-1].reshape(-1, 7), ids[:, 1:].reshape(-1))
loss.backward()
