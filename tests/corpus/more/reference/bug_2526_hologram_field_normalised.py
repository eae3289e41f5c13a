import math

import torch


def transfer(n, dz, wavelength):
    f = torch.fft.fftfreq(n)
    kz = torch.sqrt(1.0 - (wavelength * f) ** 2)
    return torch.exp(1j * 2 * math.pi * dz / wavelength * kz)


def propagate(field, dz, wavelength=0.5, normalise=True):
    spectrum = torch.fft.fft(field) * transfer(field.shape[-1], dz, wavelength)
    field = torch.fft.ifft(spectrum)
    power = field.abs().square()
    if normalise:
        field = field / power.max().sqrt()
    return field, power


torch.manual_seed(2502)
phase = torch.randn(6, requires_grad=True)
beam = torch.linspace(0.5, 1.0, 6)
wanted = torch.tensor([0.1, 0.4, 0.9, 0.9, 0.4, 0.1])

field, power = propagate(beam * torch.exp(1j * phase), dz=1.7)
loss = (power - wanted).square().mean() + 0.1 * field.real.square().mean()
loss.backward()
