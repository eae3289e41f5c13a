import math

import torch


def sinc(x):
    return torch.sinc(x / math.pi)


def lowpass(cutoff, taps=5):
    n = torch.arange(taps, dtype=torch.float32) - taps // 2
    window = 0.54 + 0.46 * torch.cos(2 * math.pi * n / taps)
    return 2 * cutoff * sinc(2 * math.pi * cutoff * n) * window


torch.manual_seed(2564)
cutoff = torch.tensor(0.2, requires_grad=True)
signal = torch.randn(1, 1, 12)
clean = torch.randn(1, 1, 12)

kernel = lowpass(cutoff)
filtered = torch.nn.functional.conv1d(signal, kernel.view(1, 1, -1), padding=2)
loss = (filtered - clean).pow(2).mean()
loss.backward()
