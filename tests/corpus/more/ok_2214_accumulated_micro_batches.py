import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(2314)
scorer = nn.Linear(3, 1)
optimizer = torch.optim.SGD(scorer.parameters(), lr=0.1)
x, y = torch.randn(8, 3), torch.bernoulli(torch.full((8, 1), 0.4))
accumulate = 4

optimizer.zero_grad()
for i, (xb, yb) in enumerate(zip(x.split(2), y.split(2)), start=1):
    loss = F.binary_cross_entropy_with_logits(scorer(xb), yb) / accumulate
    loss.backward()
    if i % accumulate == 0:
        optimizer.step()
