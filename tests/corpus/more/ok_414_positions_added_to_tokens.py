import torch
import torch.nn as nn

torch.manual_seed(4101)
embed = nn.Embedding(7, 4)
position = nn.Parameter(torch.randn(5, 4))
block = nn.Sequential(nn.LayerNorm(4), nn.Linear(4, 4))

h = embed(torch.tensor([3, 1, 6, 1, 0]))
h *= 2.0
h += position
update = block(h)
loss = update.pow(2).mean()
loss.backward()
