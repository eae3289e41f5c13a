import math

import numpy as np
import torch


class HarmonicBank:
    def __init__(self, partials):
        self.log_amp = torch.zeros(partials, requires_grad=True)

    @property
    def amplitude(self):
        return self.log_amp.exp()

    def __call__(self, f0, n):
        t = torch.arange(n) / n
        k = torch.arange(1, len(self.log_amp) + 1)
        waves = torch.sin(2 * math.pi * f0 * k[:, None] * t)
        return self.amplitude @ waves


def spectrum(wave):
    mags = np.abs(np.fft.rfft(wave.detach().numpy())).astype(np.float32)
    return torch.from_numpy(mags) / len(wave)


torch.manual_seed(3118)
bank = HarmonicBank(3)
target = torch.rand(9)
loss = (spectrum(bank(2.2, 16)) - target).abs().mean()
loss.backward()
