import torch
import torch.nn as nn

torch.manual_seed(304)
field = nn.Sequential(nn.Linear(1, 4), nn.Tanh(), nn.Linear(4, 2))


class VolumeRenderer:
    def __init__(self, near, far, n_samples):
        self.t = torch.linspace(near, far, n_samples)
        self.delta = (far - near) / n_samples

    def composite(self, sigma, rgb):
        alpha = 1.0 - torch.exp(-sigma * self.delta)
        trans = torch.cumprod(1.0 - alpha + 1e-10, dim=-1)
        trans = torch.cat([torch.ones_like(trans[:, :1]), trans[:, 1:]], dim=1)
        weights = alpha * trans
        return (weights * rgb).sum(-1), weights.sum(-1)

    def __call__(self, origins):
        pts = origins[:, None] + self.t[None, :]
        raw = field(pts.unsqueeze(-1))
        return self.composite(torch.relu(raw[..., 0]) + 0.1, torch.sigmoid(raw[..., 1]))


renderer = VolumeRenderer(0.5, 2.5, 5)
origins = torch.randn(3)
pixels = torch.rand(3)

colour, opacity = renderer(origins)
loss = (colour - pixels).pow(2).mean() + 0.01 * (1 - opacity).pow(2).mean()
loss.backward()
print("psnr-ish", -10 * torch.log10(loss.detach()))
