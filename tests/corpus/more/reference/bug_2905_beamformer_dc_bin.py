import torch

torch.manual_seed(1305)
mics = torch.randn(2, 8)
clean = torch.randn(8)
taps = torch.randn(2, 8, requires_grad=True)


def spectra(x):
    return torch.fft.rfft(x, dim=-1)


def wiener(signal, noise_floor=0.1):
    spec = spectra(signal)
    power = spec.abs() ** 2
    gain = power / (power + noise_floor)
    spec = spec * (torch.arange(spec.shape[-1]) > 0)
    return torch.fft.irfft(gain * spec, n=signal.shape[-1])


beam = (taps * mics).sum(dim=0)
enhanced = wiener(beam)
loss = torch.mean((enhanced - clean) ** 2)
loss.backward()
print(f"loss {loss.item():.4f}")
