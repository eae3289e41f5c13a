import numpy as np
import torch
import torch.nn.functional as F

torch.manual_seed(347)
rate = 16
wave = np.sin(2 * np.pi * 3 * np.arange(rate) / rate).astype(np.float32)
wave += 0.3 * np.random.default_rng(4).normal(size=rate).astype(np.float32)

fir = torch.randn(1, 1, 3, requires_grad=True)
signal = torch.from_numpy(wave).view(1, 1, -1)
clean = torch.sin(torch.arange(rate) * 2 * torch.pi * 3 / rate)


def spectrum_peak(samples):
    samples *= np.hanning(len(samples)).astype(samples.dtype)
    return int(np.abs(np.fft.rfft(samples)).argmax())


filtered = F.conv1d(signal, fir, padding=1).flatten()
peak = spectrum_peak(wave)
loss = (filtered - clean).pow(2).mean()
loss.backward()
print("peak bin", peak, "grad", fir.grad.flatten())
