import torch
import torch.nn as nn

torch.manual_seed(11)
enc = nn.Linear(4, 3)
gains = {"low": 0.5, "mid": 1.0, "high": 2.0}
target = torch.randn(3, 3)

spec = enc(torch.randn(2, 4)).mean(0)
bands = dict.fromkeys(gains, spec)
for name, g in gains.items():
    bands[name] *= g
loss = sum((bands[name] - t).pow(2).sum() for name, t in zip(gains, target))
loss.backward()
