import torch

torch.manual_seed(508)
N_FFT = 8


def magnitude(wave):
    frames = wave.unfold(-1, N_FFT, N_FFT // 2)
    spec = torch.fft.rfft(frames)
    return torch.sqrt(spec.real**2 + spec.imag**2 + 1e-12)


def log_compress(mag, floor=0.3):
    return mag.clamp(min=floor).log()


def spectral_losses(pred, target):
    p, t = magnitude(pred), magnitude(target)
    convergence = (p - t).norm() / t.norm()
    log_l1 = (log_compress(p) - log_compress(t)).abs().mean()
    return convergence, log_l1


noise, clean = torch.randn(16), torch.randn(16)
gain = torch.tensor([0.7], requires_grad=True)
losses = spectral_losses(gain * noise, clean)
loss = sum(losses)
loss.backward()
