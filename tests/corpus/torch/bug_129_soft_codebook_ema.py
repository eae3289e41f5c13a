import torch
import torch.nn as nn


class SoftQuantizer(nn.Module):
    def __init__(self, codes, dim, decay=0.9):
        super().__init__()
        self.decay = decay
        self.register_buffer("codebook", torch.randn(codes, dim))

    def forward(self, z):
        scores = z @ self.codebook.T
        weights = torch.softmax(scores, dim=1)
        quantized = weights @ self.codebook
        if self.training:
            self._ema(z.detach(), weights.detach())
        return quantized

    def _ema(self, z, weights):
        mass = weights.sum(0).clamp_min(1e-4).unsqueeze(1)
        centroids = weights.T @ z / mass
        self.codebook.lerp_(centroids, 1 - self.decay)


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.enc = nn.Linear(4, 2)
        self.vq = SoftQuantizer(3, 2)
        self.dec = nn.Linear(2, 4)

    def forward(self, x):
        z = self.enc(x)
        q = self.vq(z)
        return self.dec(q), (z - q.detach()).pow(2).mean()


torch.manual_seed(30)
model = Model()
x = torch.randn(5, 4)
recon, commit = model(x)
loss = (recon - x).abs().mean() + 0.25 * commit
loss.backward()
