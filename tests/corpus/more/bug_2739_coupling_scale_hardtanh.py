import torch
import torch.nn as nn


class AffineCoupling(nn.Module):
    def __init__(self, dim, flip):
        super().__init__()
        self.flip = flip
        self.net = nn.Linear(dim // 2, dim)
        self.bound = nn.Hardtanh(0.2, 1.5, inplace=True)

    def forward(self, x):
        a, b = x.chunk(2, dim=1)
        if self.flip:
            a, b = b, a
        log_s, t = self.net(a).chunk(2, dim=1)
        scale = self.bound(torch.exp(log_s))
        out = torch.cat([a, b * scale + t], dim=1)
        return out, scale.log().sum(1)


torch.manual_seed(2739)
flow = nn.ModuleList([AffineCoupling(4, False), AffineCoupling(4, True)])
z, log_det = torch.randn(5, 4), 0.0
for layer in flow:
    z, ld = layer(z)
    log_det = log_det + ld
loss = (0.5 * z.pow(2).sum(1) - log_det).mean()
loss.backward()
