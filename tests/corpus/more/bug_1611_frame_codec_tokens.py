import torch
import torch.nn as nn


class Codec(nn.Module):
    def __init__(self, dim=3, codes=4):
        super().__init__()
        self.enc, self.dec = nn.Linear(5, dim), nn.Linear(dim, 5)
        self.codebook = nn.Embedding(codes, dim)

    def tokens(self, x):
        d = torch.cdist(self.enc(x), self.codebook.weight)
        return d.argmin(dim=-1)

    def forward(self, x):
        return self.dec(self.codebook(self.tokens(x)))


torch.manual_seed(1636)
codec = Codec()
frames = torch.randn(6, 5)
loss = (codec(frames) - frames).pow(2).mean()
loss.backward()
print("reconstruction", round(loss.item(), 4))
