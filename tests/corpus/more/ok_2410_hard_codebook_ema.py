import torch
import torch.nn as nn
import torch.nn.functional as F


class VectorQuantizerEMA(nn.Module):
    def __init__(self, n_codes, dim, decay=0.9):
        super().__init__()
        self.decay = decay
        self.register_buffer("codebook", torch.randn(n_codes, dim))

    def forward(self, z):
        with torch.no_grad():
            idx = torch.cdist(z, self.codebook).argmin(dim=1)
        q = F.embedding(idx, self.codebook)
        commit = F.mse_loss(z, q)
        with torch.no_grad():
            for k in idx.unique():
                self.codebook[k] = self.decay * self.codebook[k] + (1 - self.decay) * z[idx == k].mean(0)
        return z + (q - z).detach(), commit


torch.manual_seed(119)
enc, vq, dec = nn.Linear(4, 2), VectorQuantizerEMA(5, 2), nn.Linear(2, 4)
x = torch.randn(6, 4)
q, commit = vq(enc(x))
loss = F.mse_loss(dec(q), x) + 0.25 * commit
loss.backward()
