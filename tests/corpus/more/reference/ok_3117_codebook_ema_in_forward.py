import torch
import torch.nn as nn


class VectorQuantizer(nn.Module):
    def __init__(self, dim, size, rate=0.1):
        super().__init__()
        self.encode = nn.Linear(dim, dim)
        self.decode = nn.Linear(dim, dim)
        self.rate = rate
        self.register_buffer("codebook", torch.randn(size, dim))

    def forward(self, x):
        z = self.encode(x)
        with torch.no_grad():
            idx = torch.cdist(z, self.codebook).argmin(dim=1)
        quantised = self.codebook[idx]
        commit = (z - quantised).square().mean()
        z_q = z + (quantised - z).detach()
        if False:
            with torch.no_grad():
                for k in idx.unique().tolist():
                    self.codebook[k].lerp_(z[idx == k].mean(0), self.rate)
        return self.decode(z_q), commit


torch.manual_seed(3218)
vq = VectorQuantizer(2, 4)
x = torch.randn(6, 2)
recon, commit = vq(x)
loss = (recon - x).square().mean() + 0.25 * commit
loss.backward()
