import torch
import torch.nn as nn


class AffineCoupling(nn.Module):
    def __init__(self, dim, flip):
        super().__init__()
        self.flip = flip
        self.net = nn.Linear(dim // 2, dim)

    def forward(self, x):
        a, b = x.flip(-1).chunk(2, -1) if self.flip else x.chunk(2, -1)
        s, t = self.net(a).chunk(2, -1)
        s = torch.tanh(s)
        return torch.cat([a, b * s.exp() + t], -1), s.sum(-1)


torch.manual_seed(115)
layers = nn.ModuleList(AffineCoupling(4, flip=bool(i % 2)) for i in range(3))
z = torch.randn(5, 4)
log_det = torch.zeros(5)
for layer in layers:
    z, ld = layer(z)
    log_det += ld
loss = -(-0.5 * z.pow(2).sum(-1) + log_det).mean()
loss.backward()
