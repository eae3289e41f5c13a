import torch
import torch.nn as nn
import torch.nn.functional as F


class SoftQuantizer(nn.Module):
    def __init__(self, n_codes, dim, decay=0.9):
        super().__init__()
        self.decay = decay
        self.register_buffer("codebook", torch.randn(n_codes, dim))

    def forward(self, z):
        weights = F.softmax(z @ self.codebook.t(), dim=-1)
        z_q = weights @ self.codebook
        if self.training:
            self._ema(z.detach(), weights.detach())
        return z_q

    @torch.no_grad()
    def _ema(self, z, weights):
        target = weights.t() @ z / (weights.sum(0)[:, None] + 1e-5)
        self.codebook.mul_(self.decay).add_(target, alpha=1 - self.decay)


torch.manual_seed(6)
encoder, decoder = nn.Linear(4, 2), nn.Linear(2, 4)
quantizer = SoftQuantizer(3, 2)
x = torch.randn(5, 4)
recon = decoder(quantizer(encoder(x)))
loss = F.mse_loss(recon, x)
loss.backward()
