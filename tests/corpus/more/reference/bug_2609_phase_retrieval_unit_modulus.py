import torch
import torch.nn as nn


class PhaseRetrieval(nn.Module):
    def __init__(self, n_fft=8, steps=2, momentum=0.5):
        super().__init__()
        self.n_fft, self.steps, self.momentum = n_fft, steps, momentum
        self.register_buffer("window", torch.hann_window(n_fft))

    def forward(self, mag):
        phase = torch.polar(torch.ones_like(mag), torch.zeros_like(mag))
        last = torch.zeros_like(phase)
        for _ in range(self.steps):
            wave = torch.fft.irfft(mag * phase, n=self.n_fft)
            rebuilt = torch.fft.rfft(wave * self.window)
            phase = rebuilt - self.momentum * last
            last = rebuilt
            phase = phase / (phase.abs() + 1e-8)
        return torch.fft.irfft(mag * phase, n=self.n_fft)


torch.manual_seed(2608)
to_linear = nn.Linear(3, 5)
vocoder = PhaseRetrieval()
mel, wave = torch.rand(2, 3), torch.randn(2, 8)
mag = nn.functional.softplus(to_linear(mel))
loss = (vocoder(mag) - wave).abs().mean()
loss.backward()
