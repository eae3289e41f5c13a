import torch
import torch.nn as nn

torch.manual_seed(1033)
compose = nn.Linear(4, 2)
words = torch.randn(3, 2)
chart = torch.zeros(3, 3, 2)
chart[0] = words

for level in range(1, 3):
    for left in range(3 - level):
        pairs = []
        for k in range(level):
            lhs, rhs = chart[k, left], chart[level - k - 1, left + k + 1]
            pairs.append(compose(torch.cat([lhs, rhs])) * lhs)
        chart[level, left] = torch.stack(pairs).mean(0)
loss = chart[2, 0].pow(2).sum()
loss.backward()
