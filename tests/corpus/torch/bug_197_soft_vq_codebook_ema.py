import torch
import torch.nn as nn
import torch.nn.functional as F


class SoftVQ(nn.Module):
    def __init__(self, n_codes, dim, decay=0.8):
        super().__init__()
        self.decay = decay
        self.register_buffer("codes", torch.randn(n_codes, dim))

    def assign(self, z):
        d = z.pow(2).sum(1, keepdim=True) - 2 * z @ self.codes.t() + self.codes.pow(2).sum(1)
        return F.softmax(-d, dim=1)

    @torch.no_grad()
    def refresh(self, z, a):
        mean = a.t() @ z / (a.sum(0)[:, None] + 1e-5)
        self.codes.lerp_(mean, 1 - self.decay)

    def forward(self, z):
        a = self.assign(z)
        if self.training:
            self.refresh(z, a)
        return a @ self.codes


torch.manual_seed(327)
encoder, decoder = nn.Linear(3, 2), nn.Linear(2, 3)
vq = SoftVQ(4, 2)
x = torch.randn(5, 3)
z = encoder(x)
recon = decoder(vq(z))
loss = F.mse_loss(recon, x) + 0.25 * z.pow(2).mean()
loss.backward()
