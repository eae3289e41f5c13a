import torch
import torch.nn as nn

torch.manual_seed(2433)
net = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 1))
opt = torch.optim.SGD(net.parameters(), lr=0.1)
net[0].weight.register_hook(lambda g: g * 0.5)
x, y = torch.randn(8, 3), torch.randn(8, 1)

opt.zero_grad()
for xb, yb in zip(x.split(2), y.split(2)):
    loss = (net(xb) - yb).square().mean() / 4
    loss.backward()
nn.utils.clip_grad_norm_(net.parameters(), max_norm=10.0)
opt.step()
