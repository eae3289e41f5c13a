import torch


class Splats:
    def __init__(self, n):
        self.logit_opacity = torch.randn(n, requires_grad=True)
        self.rgb = torch.rand(n, 3)

    @property
    def alpha(self):
        return torch.sigmoid(self.logit_opacity)

    @property
    def transmittance(self):
        through = torch.cumprod(1.0 - self.alpha, dim=0)
        return through.clamp_min(0.02)

    def composite(self):
        t = self.transmittance
        before = torch.cat([torch.ones(1), t[:-1]])
        return ((before * self.alpha)[:, None] * self.rgb).sum(0)


torch.manual_seed(1308)
scene = Splats(5)
logit_opacity = scene.logit_opacity
pixel = torch.tensor([0.9, 0.1, 0.3])
loss = (scene.composite() - pixel).square().sum()
loss.backward()
