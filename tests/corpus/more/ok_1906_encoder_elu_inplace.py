import torch
import torch.nn as nn

torch.manual_seed(806)
encoder = nn.Sequential(
    nn.Linear(3, 4),
    nn.ELU(inplace=True),
    nn.LayerNorm(4),
    nn.Linear(4, 2),
    nn.Hardtanh(-2.0, 2.0, inplace=True),
)
clip = torch.randn(5, 3)
codes = encoder(clip)
loss = (codes[1:] - codes[:-1]).pow(2).mean()
loss.backward()
