import torch
import torch.nn as nn


class Jitter:
    def __init__(self, shape, sigma):
        self.buf = torch.empty(shape)
        self.sigma = sigma

    def __call__(self, x):
        self.buf.normal_(0, self.sigma)
        return x + self.buf


torch.manual_seed(109)
net = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 3))
jitter = Jitter((5, 3), 0.1)
x = torch.randn(5, 3)
outs = []
for _ in range(3):
    outs.append(jitter(net(jitter(x))))
mean = sum(outs) / len(outs)
loss = (mean - x).pow(2).mean() + sum((o - mean).pow(2).mean() for o in outs)
loss.backward()
