import torch
import torch.nn as nn

torch.manual_seed(424)
enc = nn.Linear(2, 4)
dead = torch.tensor([1, 3])

feat = enc(torch.randn(3, 2))
feat = feat.index_fill(1, dead, 0.0)
feat = feat.clamp(max=2.0)
loss = feat.pow(2).sum()
loss.backward()
