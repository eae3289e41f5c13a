import torch
import torch.nn as nn

torch.manual_seed(4127)
net = nn.Sequential(nn.Linear(3, 4), nn.Sigmoid(), nn.Linear(4, 2))
biases = [m.bias for m in net if isinstance(m, nn.Linear)]
opt_bias = torch.optim.SGD(biases, lr=0.5)
x = torch.randn(5, 3)

loss = net(x).pow(2).mean()
for b, g in zip(biases, torch.autograd.grad(loss, biases, retain_graph=True)):
    b.grad = g
opt_bias.step()
loss.backward()
