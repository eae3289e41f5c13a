import torch
import torch.nn as nn


class SoftVQ(nn.Module):
    def __init__(self, n_codes, dim, decay=0.9):
        super().__init__()
        self.decay = decay
        self.register_buffer("codebook", torch.randn(n_codes, dim))

    def forward(self, z):
        w = torch.softmax(z @ self.codebook.T, dim=-1)
        q = w @ self.codebook
        if self.training:
            self.ema_update(z, w)
        return q

    @torch.no_grad()
    def ema_update(self, z, w):
        means = w.T @ z / w.sum(0)[:, None]
        self.codebook = self.decay * self.codebook + (1 - self.decay) * means


torch.manual_seed(6)
encoder, vq = nn.Linear(4, 3), SoftVQ(5, 3)
x = torch.randn(7, 4)
z = encoder(x)
q = vq(z)
loss = (q - z).pow(2).mean() + 0.1 * z.pow(2).mean()
loss.backward()
