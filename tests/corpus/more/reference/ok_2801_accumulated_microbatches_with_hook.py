import torch
import torch.nn as nn

torch.manual_seed(2433)
net = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 1))
opt = torch.optim.SGD(net.parameters(), lr=0.1)
x, y = torch.randn(8, 3), torch.randn(8, 1)

opt.zero_grad()
loss = (net(x) - y).square().mean()
loss.backward()
net[0].weight.grad = net[0].weight.grad * 0.5
nn.utils.clip_grad_norm_(net.parameters(), max_norm=10.0)
opt.step()
