import torch
import torch.nn as nn
import torch.nn.functional as F


class Quantizer(nn.Module):
    def __init__(self, codes, dim, decay=0.8):
        super().__init__()
        self.decay = decay
        self.register_buffer("codebook", torch.randn(codes, dim))

    def forward(self, z):
        with torch.no_grad():
            idx = torch.cdist(z, self.codebook).argmin(dim=1)
        q = F.embedding(idx, self.codebook)
        commit = F.mse_loss(z, q)
        if self.training:
            for i in idx.unique():
                centre = z[idx == i].detach().mean(0)
                new = self.codebook.clone()
                new[i] = self.decay * self.codebook[i] + (1 - self.decay) * centre
                self.codebook = new
        return z + (q - z).detach(), commit


torch.manual_seed(3201)
enc, dec = nn.Linear(4, 2), nn.Linear(2, 4)
vq = Quantizer(5, 2)
x = torch.randn(6, 4)
z_q, commit = vq(enc(x))
loss = F.mse_loss(dec(z_q), x) + 0.25 * commit
loss.backward()
