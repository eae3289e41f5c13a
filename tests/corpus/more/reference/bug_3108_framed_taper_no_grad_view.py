import torch
import torch.nn as nn



def frames(signal, size):
    last = signal.shape[-1] - size
    return [signal[..., s:s + size] for s in range(0, last + 1, size)]


def analyse(signal, window):
    views = frames(signal, len(window))
    signal = torch.cat([view * window for view in views], -1)
    return signal.square().cumsum(-1)


torch.manual_seed(3109)
synth = nn.Linear(2, 8, bias=False)
controls = torch.randn(3, 2)
wave = torch.tanh(synth(controls)) * 0.5
taper = torch.hann_window(4, periodic=False) + 0.1
curve = analyse(wave, taper)
loss = curve[:, -1].mean() + 0.1 * curve.mean()
loss.backward()
