import torch
import torch.nn as nn

torch.manual_seed(2412)
emb = nn.Embedding(5, 3)
init_emb = torch.randn(5, 3)
with torch.no_grad():
    emb.weight.copy_(init_emb)
    emb.weight[0].zero_()

left, right = torch.tensor([1, 2, 4]), torch.tensor([3, 2, 0])
score = (emb(left) * emb(right)).sum(1)
loss = nn.functional.softplus(-score).mean()
loss.backward()
