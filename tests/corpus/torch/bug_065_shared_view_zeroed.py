import torch
import torch.nn as nn

torch.manual_seed(239)
conv = nn.Conv1d(1, 2, 3)
signal = torch.randn(1, 1, 8)

response = conv(signal)
raw = signal.numpy()
raw[..., ::2] = 0.0
peak = raw.max()
loss = response.sin().mean()
loss.backward()
print("peak", float(peak))
