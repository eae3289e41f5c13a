import math
import torch

torch.manual_seed(1804)
wavelength = torch.tensor(0.6, requires_grad=True)
field = torch.complex(torch.randn(8), torch.randn(8))
fx = torch.fft.fftfreq(8, d=1.0)


def propagate(u, distance):
    k = 2 * math.pi / wavelength
    kz = torch.sqrt(k ** 2 - (2 * math.pi * fx) ** 2)
    kz *= distance
    transfer = torch.polar(torch.ones_like(kz), kz)
    return torch.fft.ifft(torch.fft.fft(u) * transfer)


target = torch.rand(8)
intensity = propagate(field, 0.3).abs().pow(2)
loss = (intensity - target).pow(2).mean()
loss.backward()
