import torch
import torch.nn as nn

torch.manual_seed(4122)
net = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 1))
for module in net:
    if isinstance(module, nn.Linear):
        module.weight.data.mul_(0.5)
        module.bias.data.zero_()

x = torch.randn(6, 3)
loss = net(x).pow(2).mean()
loss.backward()
for p in net.parameters():
    p.data.add_(p.grad, alpha=-0.1)
