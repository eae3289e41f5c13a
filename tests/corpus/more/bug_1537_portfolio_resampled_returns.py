import torch
import torch.nn as nn
from torch.distributions import MultivariateNormal

torch.manual_seed(1537)
forecast, allocate = nn.Linear(3, 2), nn.Linear(2, 2)
opt = torch.optim.SGD([*forecast.parameters(), *allocate.parameters()], lr=0.1)
features, realised = torch.randn(4, 3), torch.randn(4, 2) * 0.1
cov = torch.tensor([[0.04, 0.01], [0.01, 0.09]])

expected = forecast(features)
draws = MultivariateNormal(expected, cov).sample((3,))
weights = torch.softmax(allocate(draws), dim=-1).mean(dim=0)
loss = -(weights * realised).sum(dim=1).mean()
opt.zero_grad()
loss.backward()
opt.step()
