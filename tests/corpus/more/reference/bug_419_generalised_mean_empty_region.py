import torch
import torch.nn as nn

torch.manual_seed(4031)
stem = nn.Conv2d(1, 2, 1)
region = torch.ones(3, 1, 2, 2)
region[1] = 0.0


class GeM(nn.Module):
    def __init__(self, p=3.0):
        super().__init__()
        self.p = p

    def forward(self, x):
        return x.clamp(min=1e-6).pow(self.p).mean(dim=(2, 3)).pow(1.0 / self.p)


feat = nn.functional.softplus(stem(torch.randn(3, 1, 2, 2)))
pooled = GeM()(feat * region)
loss = (pooled - 1.0).pow(2).mean()
loss.backward()
