import numpy as np
import torch
import torch.nn as nn


def ramp_filter(sinogram):
    n = sinogram.shape[-1]
    spectrum = np.fft.rfft(sinogram.detach().numpy(), axis=-1)
    filtered = np.fft.irfft(spectrum * np.abs(np.fft.rfftfreq(n)), n=n, axis=-1)
    return torch.from_numpy(filtered.astype(np.float32))


torch.manual_seed(2213)
refine = nn.Conv1d(1, 1, 3, padding=1, bias=False)
smear = torch.randn(4 * 6, 9)
sino = torch.randn(1, 1, 4, 6)

denoised = refine(sino.view(4, 1, 6)).view(4, 6)
image = ramp_filter(denoised).reshape(-1) @ smear
loss = (image - 1.0).pow(2).mean()
loss.backward()
