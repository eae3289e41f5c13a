import copy

import torch
from torch import nn


class EarlyStop:
    def __init__(self, net, patience=1):
        self.net, self.patience = net, patience
        self.best, self.bad = float("inf"), 0
        self.snapshot = copy.deepcopy(net.state_dict())

    def __call__(self, value):
        if value < self.best:
            self.best, self.snapshot = value, copy.deepcopy(self.net.state_dict())
        else:
            self.bad += 1
        if self.bad >= self.patience:
            self.net.load_state_dict(self.snapshot)


torch.manual_seed(317)
clf = nn.Sequential(nn.Linear(2, 3), nn.Tanh(), nn.Linear(3, 2))
stop = EarlyStop(clf)
opt = torch.optim.SGD(clf.parameters(), lr=5.0)
x, y = torch.randn(8, 2), torch.randint(0, 2, (8,))
for scale in (1.0, 4.0, 8.0):
    logits = clf(scale * x)
    loss = nn.functional.cross_entropy(logits, y)
    stop(loss.item())
    opt.zero_grad()
    loss.backward()
    opt.step()
