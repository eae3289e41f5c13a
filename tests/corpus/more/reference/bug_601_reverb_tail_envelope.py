import torch
import torch.nn as nn


class ReverbTail(nn.Module):
    def __init__(self, bands, taps):
        super().__init__()
        self.log_rt = nn.Parameter(torch.linspace(-0.3, 0.4, bands))
        self.register_buffer("t", torch.linspace(0.0, 2.0, taps))
        self.register_buffer("fade", torch.hann_window(2 * taps)[taps:])

    def forward(self, noise):
        rate = torch.nn.functional.softplus(self.log_rt)
        envelope = torch.exp(-rate[:, None] * self.t)
        envelope = envelope * self.fade
        return (envelope * noise).sum(dim=0)


torch.manual_seed(601)
tail = ReverbTail(3, 6)
noise = torch.randn(3, 6)
target = torch.randn(6)
loss = (tail(noise) - target).pow(2).mean()
loss.backward()
print(f"loss {loss.item():.3f}")
