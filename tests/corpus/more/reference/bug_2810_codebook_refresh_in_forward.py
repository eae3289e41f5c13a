import torch
import torch.nn as nn
import torch.nn.functional as F


class Quantiser(nn.Module):
    def __init__(self, size, dim):
        super().__init__()
        self.register_buffer("codes", torch.randn(size, dim))

    @torch.no_grad()
    def refresh(self, z, idx):
        for k in idx.unique():
            self.codes[k] = 0.9 * self.codes[k] + 0.1 * z[idx == k].mean(0)

    def forward(self, z):
        score = z @ self.codes.clone().T
        idx = score.argmax(1)
        commit = (z - self.codes[idx]).square().mean()
        if self.training:
            self.refresh(z, idx)
        return F.cross_entropy(score, idx) + commit


torch.manual_seed(2314)
encoder = nn.Linear(3, 2)
vq = Quantiser(4, 2)
loss = vq(encoder(torch.randn(6, 3)))
loss.backward()
