import torch
import torch.nn as nn

torch.manual_seed(323)
net = nn.Sequential(nn.Linear(3, 4), nn.BatchNorm1d(4), nn.ReLU(), nn.Linear(4, 1))
real, fake = torch.randn(6, 3), torch.randn(6, 3)
loss = nn.functional.softplus(-net(real)).mean() + nn.functional.softplus(net(fake)).mean()
net[1] = nn.BatchNorm1d(4, track_running_stats=False)
loss = nn.functional.softplus(-net(real)).mean() + nn.functional.softplus(net(fake)).mean()
loss.backward()
print(net[0].weight.grad.shape)
