import torch
import torch.nn as nn

torch.manual_seed(4111)
net = nn.Sequential(
    nn.Linear(3, 4),
    nn.LayerNorm(4),
    nn.ReLU(inplace=True),
    nn.Linear(4, 4),
    nn.LeakyReLU(0.1, inplace=True),
    nn.Linear(4, 1),
)
loss = net(torch.randn(6, 3)).pow(2).mean()
loss.backward()
