import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(407)
tok, pos = nn.Embedding(6, 3), nn.Embedding(4, 3)
ids = torch.tensor([[5, 1, 0, 2]])

h = tok(ids) + pos(torch.arange(4))
torch.manual_seed(5)
F.dropout(h, p=0.25, training=True, inplace=True)
F.hardtanh_(h, -2.0, 2.0)
loss = h.square().sum()
loss.backward()
