import torch
from torch import nn


class Quantizer(nn.Module):
    def __init__(self, n_codes=4, dim=2, decay=0.9):
        super().__init__()
        self.decay = decay
        self.encoder = nn.Linear(3, dim)
        self.register_buffer("codebook", torch.randn(n_codes, dim))

    @torch.no_grad()
    def _move(self, z, codes):
        onehot = torch.nn.functional.one_hot(codes, len(self.codebook)).to(z.dtype)
        mean = onehot.t() @ z / onehot.sum(0).clamp(min=1.0)[:, None]
        self.codebook.lerp_(mean, 1.0 - self.decay)

    def forward(self, x):
        z = self.encoder(x)
        dist = torch.cdist(z, self.codebook)
        codes = dist.argmin(dim=1)
        commit = (dist * dist).gather(1, codes[:, None]).mean()
        if self.training:
            self._move(z, codes)
        return z, commit


torch.manual_seed(304)
vq = Quantizer()
z, commit = vq(torch.randn(6, 3))
loss = z.abs().mean() + 0.25 * commit
loss.backward()
