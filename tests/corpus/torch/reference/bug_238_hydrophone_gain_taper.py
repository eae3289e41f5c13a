import torch

torch.manual_seed(311)
taps = torch.rand(4, 3, requires_grad=True)
samples = torch.rand(5, 3)
taper = torch.hann_window(5, periodic=False) + 0.1


def channel_gain(samples, taps):
    energy = (samples @ taps.T).square().sum(dim=1)
    gain = torch.sqrt(energy + 1.0)
    gain = gain * taper
    return gain


loss = channel_gain(samples, taps).log().mean()
loss.backward()
