import torch
import torch.nn as nn


class SpectralClosure(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.gain = nn.Parameter(torch.ones(n // 2 + 1))
        k = torch.fft.rfftfreq(n, 1.0 / n)
        self.register_buffer("alias", k > n / 3.0)

    def reduce(self, gain):
        return gain.masked_fill(self.alias, 0.0)

    def forward(self, vorticity):
        spectrum = torch.fft.rfft(vorticity)
        return torch.fft.irfft(spectrum * self.reduce(self.gain), n=vorticity.shape[-1])


torch.manual_seed(2707)
closure = SpectralClosure(8)
field, filtered = torch.randn(2, 8), torch.randn(2, 8)
loss = (closure(field) - filtered).pow(2).mean()
loss.backward()
