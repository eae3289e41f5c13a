import torch
import torch.nn as nn
import torch.nn.functional as F


class AffineStable(nn.Module):
    def __init__(self, params, floor=1e-2):
        super().__init__()
        self.params, self.floor = params, floor

    def forward(self, z1, z2):
        out = self.params(z1)
        shift, raw = out[:, 0::2], out[:, 1::2]
        scale = (F.softplus(raw) + self.floor).clamp(max=3.0)
        return z2 * scale + shift, torch.log(scale).sum(1)


torch.manual_seed(2202)
net = nn.Linear(2, 4)
flow = AffineStable(net)
z = torch.randn(6, 4)
moved, log_det = flow(z[:, :2], z[:, 2:])
nll = (0.5 * moved.pow(2).sum(1) - log_det).mean()
nll.backward()
