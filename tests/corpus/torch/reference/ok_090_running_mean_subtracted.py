import torch
import torch.nn as nn


class Center(nn.Module):
    def __init__(self, dim, momentum=0.1):
        super().__init__()
        self.momentum = momentum
        self.register_buffer("mean", torch.zeros(dim))
        self.register_buffer("seen", torch.zeros((), dtype=torch.long))

    def forward(self, x):
        centered = x - self.mean.clone()
        if self.training:
            with torch.no_grad():
                self.mean.lerp_(x.mean(0), self.momentum)
                self.seen += x.shape[0]
        return centered


torch.manual_seed(120)
enc, center = nn.Linear(3, 2), Center(2)
views = torch.randn(3, 4, 3)
codes = [center(enc(v)) for v in views]
loss = sum(c.pow(2).mean() for c in codes) - (codes[0] * codes[1]).mean()
loss.backward()
print(int(center.seen))
