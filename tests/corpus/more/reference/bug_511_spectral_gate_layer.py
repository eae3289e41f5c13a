import torch
import torch.nn as nn


class SpectralGate(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.gain = nn.Parameter(torch.linspace(0.5, 1.5, n // 2 + 1))
        self.shift = nn.Parameter(torch.zeros(n))

    def forward(self, x):
        spec = torch.fft.rfft(x + self.shift)
        power = spec.abs()
        spec = spec * self.gain
        return torch.fft.irfft(spec, n=x.shape[-1]), power


torch.manual_seed(2)
gate = SpectralGate(8)
noisy = torch.randn(3, 8)
clean = torch.sin(torch.arange(8.0)).expand(3, 8)
out, power = gate(noisy)
loss = (out - clean).square().mean() + 1e-2 * power.log1p().mean()
loss.backward()
print(f"{loss.item():.4f}")
