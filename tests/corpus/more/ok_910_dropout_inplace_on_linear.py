import torch
import torch.nn as nn

torch.manual_seed(9910)
net = nn.Sequential(
    nn.Linear(3, 4),
    nn.Dropout(0.25, inplace=True),
    nn.Linear(4, 2),
    nn.LeakyReLU(0.1, inplace=True),
)
x = torch.randn(5, 3)
loss = net(x).sum()
loss.backward()
