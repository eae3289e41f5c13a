import torch
import torch.nn as nn

torch.manual_seed(307)
wq, wk = nn.Linear(4, 4, bias=False), nn.Linear(4, 4, bias=False)
x = torch.randn(3, 4)
causal = torch.triu(torch.ones(3, 3, dtype=torch.bool), diagonal=1)

scores = wq(x) @ wk(x).t() / 2.0
scores = scores.masked_fill(causal, float("-inf"))
attn = torch.softmax(scores, dim=-1)
loss = (attn @ x).pow(2).sum()
loss.backward()
