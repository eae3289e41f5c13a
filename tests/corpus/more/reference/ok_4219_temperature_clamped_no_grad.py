import torch
import torch.nn as nn

torch.manual_seed(129)
scale = nn.Parameter(torch.tensor([5.2, -0.3]).clamp(0.0, 4.6))
feats = torch.randn(6, 2)
loss = torch.logsumexp(feats * scale.exp(), 0).mean()
loss.backward()
