import torch
import torch.nn as nn

torch.manual_seed(439)
score = nn.Sequential(nn.Linear(2, 4), nn.Tanh(), nn.Linear(4, 1))
data = torch.randn(5, 2)
W, b, a = score[0].weight, score[0].bias, score[2].weight[0]
t = torch.tanh(data @ W.T + b)
s = (a * (1 - t * t)) @ W
total = 0.5 * s.square().sum(1).mean()
for _ in range(2):
    v = torch.randn_like(data)
    vw = v @ W.T
    total = total + (a * -2 * t * (1 - t * t) * vw * vw).sum(1).mean() / 2
loss = total
loss.backward()
