import torch
import torch.nn as nn
from torch.distributions import MultivariateNormal

torch.manual_seed(937)
net = nn.Linear(4, 3)
covmat = torch.eye(3) * 0.1
features, next_returns = torch.randn(4), torch.randn(3) * 0.02

exp_rets = net(features)
dist = MultivariateNormal(exp_rets, covmat)
draws = dist.rsample((5,))
weights = torch.softmax(draws, dim=1).mean(0)
loss = -(weights @ next_returns)
loss.backward()
