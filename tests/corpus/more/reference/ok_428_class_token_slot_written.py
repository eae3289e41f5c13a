import torch
import torch.nn as nn

torch.manual_seed(4115)
patch = nn.Linear(4, 3)
token = nn.Parameter(torch.randn(3))
norm = nn.LayerNorm(3)

seq = patch(torch.randn(2, 5, 4))
seq = torch.cat([token.expand(2, 1, 3), seq[:, 1:]], dim=1)
seq = torch.cat([seq[:, :1], seq[:, 1:] + 0.1 * seq[:, :-1].detach()], dim=1)
h = norm(seq)
loss = h[:, 0].pow(2).sum() + h[:, 1:].sigmoid().sum()
loss.backward()
