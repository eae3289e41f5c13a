import torch
import torch.nn as nn

torch.manual_seed(12)
score = nn.Linear(3, 1)
values = torch.randn(5, 3)

num, den = torch.zeros(3), torch.zeros(3)
for v in values:
    w = torch.exp(score(v))
    num += w * v
    den += w
pooled = num / den
loss = pooled.pow(2).sum() + 0.1 * score.weight.sum()
loss.backward()

print(pooled)
