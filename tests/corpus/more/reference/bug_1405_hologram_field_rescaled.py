import math
import torch

torch.manual_seed(1405)
phase = torch.rand(4, 4, requires_grad=True)
target = torch.rand(4, 4)


def propagate(u, distance):
    f = torch.fft.fftfreq(4)
    transfer = torch.exp(-1j * math.pi * distance * (f[:, None] ** 2 + f[None, :] ** 2))
    return torch.fft.ifft2(torch.fft.fft2(u) * transfer)


field = propagate(torch.exp(1j * phase), 3.0)
amp = field.abs()
field = field / target.max()
loss = (amp - target).pow(2).mean() + field.imag.pow(2).mean()
loss.backward()
