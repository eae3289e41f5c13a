import torch
import torch.nn as nn

torch.manual_seed(41)
stem = nn.Conv1d(2, 3, 3)
mix = nn.Bilinear(3, 3, 2)
sig = torch.randn(4, 2, 3) * 2

h = stem(sig).squeeze(-1)
pair = mix(h, h.flip(0))
if h.abs().max() > 2.0:
    h.clamp_(-2.0, 2.0)
loss = pair.pow(2).mean() + h.mean()
loss.backward()
