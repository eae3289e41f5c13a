import torch


def magnitude(wave, n_fft=8, hop=4, floor=1e-7):
    frames = wave.unfold(-1, n_fft, hop) * torch.hann_window(n_fft)
    power = torch.view_as_real(torch.fft.rfft(frames)).pow(2).sum(-1)
    safe = torch.where(power < floor, torch.full_like(power, floor), power)
    return safe.sqrt()


torch.manual_seed(1716)
speech = torch.cat([torch.randn(2, 12), torch.zeros(2, 12)], dim=-1)
gain = torch.tensor([[0.7], [1.2]], requires_grad=True)
target = torch.rand(2, 5, 5)
loss = (magnitude(gain * speech) - target).pow(2).mean()
loss.backward()
