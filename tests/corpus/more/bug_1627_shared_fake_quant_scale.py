import torch
import torch.nn as nn
import torch.nn.functional as F


class FakeQuant(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("scale", torch.tensor(0.2))

    def forward(self, x):
        if self.training:
            with torch.no_grad():
                self.scale.lerp_(x.abs().max() / 7, 0.3)
        q = x / self.scale
        q = q + (q.round().clamp(-8, 7) - q).detach()
        return q * self.scale


class QLinear(nn.Linear):
    def __init__(self, n_in, n_out):
        super().__init__(n_in, n_out)
        self.fq = FakeQuant()

    def forward(self, x):
        return F.linear(self.fq(x), self.fq(self.weight), self.bias)


torch.manual_seed(1608)
layer = QLinear(3, 2)
embed = nn.Linear(3, 3)
loss = layer(embed(torch.randn(4, 3))).pow(2).mean()
loss.backward()
