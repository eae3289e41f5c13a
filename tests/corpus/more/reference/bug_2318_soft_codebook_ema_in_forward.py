import torch
import torch.nn as nn


class SoftQuantizer(nn.Module):
    def __init__(self, codes, dim, decay=0.8):
        super().__init__()
        self.decay = decay
        self.register_buffer("codebook", torch.randn(codes, dim))

    def forward(self, z):
        assign = torch.softmax(z @ self.codebook.T, dim=-1)
        quantized = assign @ self.codebook
        if self.training:
            self._ema(z.detach(), assign.detach())
        return quantized

    @torch.no_grad()
    def _ema(self, z, assign):
        means = assign.T @ z / assign.sum(0)[:, None]
        self.codebook = self.codebook * self.decay + means * (1 - self.decay)


torch.manual_seed(1118)
enc, vq = nn.Linear(3, 2), SoftQuantizer(4, 2)
x = torch.randn(6, 3)
z = enc(x)
loss = (vq(z) - z.detach()).pow(2).mean() + 0.25 * z.pow(2).mean()
loss.backward()
