import torch
import torch.nn as nn

torch.manual_seed(128)
wq, wk = nn.Linear(2, 2), nn.Linear(2, 2)
x = torch.randn(4, 2)
scores = wq(x) @ wk(x).t()
scores = scores.div(2 ** 0.5).masked_fill(torch.ones(4, 4).triu(1).bool(), float("-inf"))
att = scores.softmax(-1)
loss = (att @ x).pow(2).sum()
loss.backward()
