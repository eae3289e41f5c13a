import torch
import torch.nn as nn

torch.manual_seed(1132)


class LIFNode:
    def __init__(self, tau):
        self.tau, self.v = tau, 0.0

    def __call__(self, dv):
        self.v += (dv - self.v) / self.tau
        return self.v * torch.sigmoid(4.0 * (self.v - 1.0))


fc, node = nn.Linear(3, 2), LIFNode(2.0)
rate = 0.0
for frame in torch.rand(3, 4, 3):
    rate = rate + node(fc(frame))
loss = rate.pow(2).mean()
loss.backward()
