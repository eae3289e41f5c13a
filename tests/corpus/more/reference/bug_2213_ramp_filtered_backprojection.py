import torch
import torch.nn as nn


def ramp_filter(sinogram):
    n = sinogram.shape[-1]
    spectrum = torch.fft.rfft(sinogram, dim=-1)
    return torch.fft.irfft(spectrum * torch.fft.rfftfreq(n).abs(), n=n, dim=-1)


torch.manual_seed(2213)
refine = nn.Conv1d(1, 1, 3, padding=1, bias=False)
smear = torch.randn(4 * 6, 9)
sino = torch.randn(1, 1, 4, 6)

denoised = refine(sino.view(4, 1, 6)).view(4, 6)
image = ramp_filter(denoised).reshape(-1) @ smear
loss = (image - 1.0).pow(2).mean()
loss.backward()
