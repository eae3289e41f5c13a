import torch
import torch.nn as nn


class Highway(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.candidate = nn.Linear(width, width)
        self.gate = nn.Linear(width, width)

    def forward(self, x):
        new = torch.tanh(self.candidate(x))
        g = torch.sigmoid(self.gate(x))
        return x.lerp(new, g)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.inp = nn.Linear(2, 3)
        self.layers = nn.ModuleList(Highway(3) for _ in range(2))
        self.out = nn.Linear(3, 1)

    def forward(self, x):
        h = self.inp(x)
        for layer in self.layers:
            h = layer(h)
        return self.out(h)


torch.manual_seed(27)
net = Net()
loss = net(torch.randn(5, 2)).square().mean()
loss.backward()
