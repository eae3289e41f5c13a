import math

import torch
from torch import nn


class Head(nn.Module):
    def __init__(self, dim, classes, prior=0.01):
        super().__init__()
        self.linears = nn.ModuleList([nn.Linear(dim, dim), nn.Linear(dim, classes)])
        self.scale = nn.Parameter(torch.empty(classes))
        self.reset(prior)

    def reset(self, prior):
        for linear in self.linears:
            linear.weight.data.normal_(0.0, 0.3)
            linear.bias.data[:] = 0.0
        with torch.no_grad():
            self.linears[-1].bias += -math.log((1 - prior) / prior)
            self.scale.fill_(1.0)[0] = 2.0

    def forward(self, x):
        first, last = self.linears
        return self.scale * last(torch.relu(first(x)))


torch.manual_seed(413)
head = Head(4, 3)
loss = nn.functional.softplus(head(torch.randn(6, 4))).mean()
loss.backward()
