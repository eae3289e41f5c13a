import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(2314)
scorer = nn.Linear(3, 1)
x, y = torch.randn(8, 3), torch.bernoulli(torch.full((8, 1), 0.4))

loss = F.binary_cross_entropy_with_logits(scorer(x), y)
loss.backward()
