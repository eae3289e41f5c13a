import math
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(1526)
mlp = nn.Linear(4, 3)
feat_q, feat_k = torch.randn(5, 4), torch.randn(5, 4)
tau = 0.5

q = F.normalize(mlp(feat_q), dim=1)
k = F.normalize(mlp(feat_k), dim=1).detach()
pos = torch.exp((q * k).sum(dim=1) / tau)
neg = torch.exp(q @ k.t() / tau)
neg.fill_diagonal_(math.exp(-10))
loss = -torch.log(pos / (pos + neg.sum(dim=1))).mean()
loss.backward()
