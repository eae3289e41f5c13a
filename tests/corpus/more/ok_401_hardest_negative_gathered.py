import torch
import torch.nn as nn

torch.manual_seed(4139)
enc = nn.Linear(3, 2)
anchor, pool = enc(torch.randn(4, 3)), enc(torch.randn(6, 3))

distance = (anchor[:, None] - pool[None]).pow(2).sum(-1)
hardest = distance.argmin(dim=1)
negative = pool[hardest]
margin = 1.0 - (anchor - negative).pow(2).sum(-1)
loss = torch.relu(margin).mean() + distance.mean().mul(0.1)
loss.backward()
