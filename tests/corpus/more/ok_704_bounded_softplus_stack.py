import torch
import torch.nn as nn

torch.manual_seed(1704)
net = nn.Sequential(
    nn.Linear(2, 3),
    nn.Softplus(),
    nn.Hardtanh(0.0, 1.0, inplace=True),
    nn.Linear(3, 1),
)
x = torch.randn(4, 2)
loss = net(x).pow(2).mean()
loss.backward()
print(net[0].weight.grad)
