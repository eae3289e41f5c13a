import torch
import torch.nn as nn


def ternarise(w):
    threshold = 0.7 * w.abs().mean()
    return torch.sign(w) * (w.abs() > threshold)


torch.manual_seed(1630)
net = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 2))
tracked = dict(net.named_parameters())
opt = torch.optim.SGD(tracked.values(), lr=0.1)
for layer in (net[0], net[2]):
    layer.weight = nn.Parameter(ternarise(layer.weight.detach()))

x, y = torch.randn(5, 3), torch.randn(5, 2)
loss = nn.functional.mse_loss(net(x), y)
opt.zero_grad()
loss.backward()
opt.step()
