import torch
import torch.nn as nn


class Observer(nn.Module):
    def __init__(self, levels=64):
        super().__init__()
        self.levels = levels
        self.register_buffer("scale", torch.tensor(0.01))

    def forward(self, h):
        peak = h.detach().abs().amax() / self.levels
        torch.maximum(self.scale, peak, out=self.scale)
        grid = h / self.scale
        grid = grid + (grid.round() - grid).detach()
        return grid * self.scale


class Siamese(nn.Module):
    def __init__(self):
        super().__init__()
        self.proj = nn.Linear(3, 2)
        self.observe = Observer()

    def forward(self, *views):
        return [self.observe(self.proj(v)) for v in views]


torch.manual_seed(3105)
layer = Siamese()
a = torch.randn(4, 3)
left, right = layer(a, 3 * a + torch.randn(4, 3))
loss = (left - right).square().mean()
loss.backward()
