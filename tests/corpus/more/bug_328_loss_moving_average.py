import torch
import torch.nn as nn


class LossTracker:
    def __init__(self, momentum=0.9):
        self.momentum = momentum
        self.average = None

    def centred(self, loss):
        if self.average is None:
            self.average = loss
        else:
            self.average = self.momentum * self.average + (1 - self.momentum) * loss
        return loss - 0.5 * self.average


torch.manual_seed(24)
net = nn.Sequential(nn.Linear(2, 3), nn.ReLU(), nn.Linear(3, 1))
opt = torch.optim.SGD(net.parameters(), lr=0.1)
tracker = LossTracker()

for epoch in range(3):
    x = torch.randn(4, 2)
    raw = net(x).square().mean()
    loss = tracker.centred(raw)
    opt.zero_grad(set_to_none=True)
    loss.backward()
    opt.step()
