import torch
import torch.nn as nn


class Codebook(nn.Module):
    def __init__(self, n, dim):
        super().__init__()
        self.register_buffer("codes", torch.randn(n, dim))

    def forward(self, z):
        d = torch.cdist(z, self.codes.clone())
        idx = d.argmin(dim=1)
        commit = d.min(dim=1).values.mean()
        with torch.no_grad():
            for k in idx.unique():
                self.codes[k] = 0.9 * self.codes[k] + 0.1 * z[idx == k].mean(dim=0)
        return commit


torch.manual_seed(331)
enc = nn.Linear(4, 2)
book = Codebook(3, 2)
loss = book(enc(torch.randn(6, 4)))
loss.backward()
