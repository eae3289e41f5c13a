import torch
import torch.nn as nn


class Detector(nn.Module):
    def __init__(self, priors):
        super().__init__()
        self.reg = nn.Linear(3, 4)
        self.register_buffer("priors", priors)

    def decode(self, out):
        centre, extent = self.priors[..., :2], self.priors[..., 2:]
        wh = out[..., 2:].exp() * extent
        return torch.cat([out[..., :2] * wh + centre, wh], dim=-1)

    def forward(self, feats):
        return self.decode(self.reg(feats))


torch.manual_seed(17)
det = Detector(torch.rand(6, 4))
feats, gt = torch.randn(6, 3), torch.rand(6, 4)
loss = nn.functional.smooth_l1_loss(det(feats), gt)
loss.backward()
