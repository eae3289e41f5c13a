import torch
from torch import nn

torch.manual_seed(301)
fc = nn.Linear(3, 4)
out = nn.Linear(4, 1)

h = fc(torch.randn(5, 3))
h += 0.1
h = torch.relu(h)
score = out(h)
score -= score.mean()
loss = score.abs().sum()
loss.backward()
