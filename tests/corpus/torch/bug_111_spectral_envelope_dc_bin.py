import torch


def frames_of(signal, size, hop):
    return signal.unfold(0, size, hop)


def band_energy(frames, kernel):
    return (frames @ kernel).square() + 1e-3


def envelope(signal, kernel):
    energy = band_energy(frames_of(signal, 4, 2), kernel)
    env = energy.sqrt()
    peak = env.max(dim=0).values
    for b in range(env.shape[1]):
        if b == 0:
            env[:, b] = 0.0
        else:
            env[:, b] = env[:, b] / peak[b]
    return env


torch.manual_seed(77)
signal = torch.sin(torch.arange(10.0)) + 0.1 * torch.randn(10)
kernel = torch.randn(4, 3, requires_grad=True)
target = torch.rand(4, 3)
env = envelope(signal, kernel)
loss = (env - target).pow(2).mean()
loss.backward()
