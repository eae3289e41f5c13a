import torch

torch.manual_seed(2202)
n_fft = 8
magnitude = torch.rand(n_fft // 2 + 1, requires_grad=True)


def reconstruct(mag, n_iter=3, momentum=0.4):
    angles = torch.polar(torch.ones_like(mag), torch.rand(mag.shape))
    previous = torch.zeros_like(angles)
    for _ in range(n_iter):
        wave = torch.fft.irfft(mag * angles, n=n_fft) * torch.hann_window(n_fft)
        rebuilt = torch.fft.rfft(wave)
        angles = rebuilt - momentum * previous
        angles = angles / (angles.abs() + 1e-6)
        previous = rebuilt
    return torch.fft.irfft(mag * angles, n=n_fft)


target = torch.sin(torch.arange(n_fft) * 0.7)
loss = (reconstruct(magnitude) - target).pow(2).mean()
loss.backward()
