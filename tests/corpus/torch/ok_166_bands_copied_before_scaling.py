import torch
import torch.nn as nn

torch.manual_seed(411)
mixer = nn.Linear(4, 6)
gains = [1.0, 0.5, 0.25]

bands = [b.clone() for b in mixer(torch.randn(3, 4)).split(2, dim=1)]
for band, gain in zip(bands, gains):
    band *= gain
    band -= band.detach().mean()
loss = sum(b.abs().sum() for b in bands)
loss.backward()
