import torch


def frames_of(signal, size, hop):
    return signal.unfold(0, size, hop)


def band_energy(frames, kernel):
    return (frames @ kernel).square() + 1e-3


def envelope(signal, kernel):
    energy = band_energy(frames_of(signal, 4, 2), kernel)
    env = energy.sqrt()
    peak = env.max(dim=0).values
    cols = [torch.zeros(env.shape[0])]
    for b in range(1, env.shape[1]):
        cols.append(env[:, b] / peak[b])
    return torch.stack(cols, dim=1)


torch.manual_seed(77)
signal = torch.sin(torch.arange(10.0)) + 0.1 * torch.randn(10)
kernel = torch.randn(4, 3, requires_grad=True)
target = torch.rand(4, 3)
env = envelope(signal, kernel)
loss = (env - target).pow(2).mean()
loss.backward()
