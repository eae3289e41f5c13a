import torch
import torch.nn as nn
import torch.nn.functional as F


class SoftQuantizer(nn.Module):
    def __init__(self, codes=4, dim=2, decay=0.9):
        super().__init__()
        self.decay = decay
        self.register_buffer("codebook", torch.randn(codes, dim))

    def forward(self, z):
        dist = torch.cdist(z, self.codebook.clone())
        assign = F.softmax(-dist, dim=-1)
        quant = assign @ self.codebook.clone()
        if self.training:
            self._ema(z.detach(), assign.detach())
        return quant, dist.min(-1).values.mean()

    @torch.no_grad()
    def _ema(self, z, assign):
        target = (assign.t() @ z) / assign.sum(0).unsqueeze(-1)
        self.codebook.lerp_(target, 1 - self.decay)


torch.manual_seed(516)
enc, vq = nn.Linear(3, 2), SoftQuantizer()
x = torch.randn(5, 3)
quant, commit = vq(enc(x))
loss = quant.pow(2).mean() + 0.25 * commit
loss.backward()
