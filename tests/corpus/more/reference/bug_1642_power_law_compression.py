import torch
import torch.nn as nn


class PowerCompress(nn.Module):
    def __init__(self, alpha: float = 0.3, floor: float = 1e-6):
        super().__init__()
        self.alpha, self.floor = alpha, floor

    def forward(self, mag):
        compressed = mag.clamp(min=self.floor).pow(self.alpha)
        return torch.where(mag > self.floor, compressed, torch.zeros_like(mag))


torch.manual_seed(1648)
band_gain = torch.ones(4, requires_grad=True)
mag = torch.rand(3, 4)
mag[1, 2] = 0.0
enhanced = PowerCompress()(mag * band_gain)
loss = nn.functional.l1_loss(enhanced, torch.rand(3, 4))
loss.backward()
