import torch


def magnitude(wave, n_fft=8, hop=4):
    frames = wave.unfold(-1, n_fft, hop) * torch.hann_window(n_fft)
    spec = torch.view_as_real(torch.fft.rfft(frames))
    return spec.pow(2).sum(-1).sqrt()


torch.manual_seed(1644)
speech = torch.cat([torch.randn(2, 12), torch.zeros(2, 12)], dim=-1)
gain = torch.tensor([[0.8], [1.3]], requires_grad=True)
target = torch.rand(2, 5, 5)
loss = (magnitude(gain * speech) - target).abs().mean()
loss.backward()
print("loss", round(loss.item(), 4))
