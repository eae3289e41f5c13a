import torch
import torch.nn as nn

torch.manual_seed(2412)
emb = nn.Embedding(5, 3)
init_emb = torch.randn(5, 3)
init_emb = torch.cat([torch.zeros(1, 3), init_emb[1:]])
emb.weight = nn.Parameter(init_emb)

left, right = torch.tensor([1, 2, 4]), torch.tensor([3, 2, 0])
score = (emb(left) * emb(right)).sum(1)
loss = nn.functional.softplus(-score).mean()
loss.backward()
