import torch
import torch.nn as nn

torch.manual_seed(2552)
conv = nn.Conv1d(1, 2, 3)
offset = nn.Parameter(torch.randn(2, 1))
readout = nn.Linear(2, 1)
wave = torch.randn(1, 1, 8)


def envelope(signal):
    y = conv(signal)
    y = y - y.mean(dim=-1, keepdim=True)
    y = torch.tanh(y * 1.5 + offset)
    return y.transpose(1, 2)


feats = envelope(wave)
loss = readout(feats).pow(2).mean() + 0.1 * feats.abs().mean()
loss.backward()
