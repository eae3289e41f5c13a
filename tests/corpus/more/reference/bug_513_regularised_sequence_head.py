from collections import OrderedDict

import torch
import torch.nn as nn


class Head(nn.Module):
    def __init__(self, width=5):
        super().__init__()
        self.body = nn.Sequential(OrderedDict(
            fc=nn.Linear(3, width),
            squash=nn.Tanh(),
            drop=nn.Dropout(0.4),
        ))
        self.out = nn.Linear(width, 2)

    def forward(self, x):
        return self.out(self.body(x))


torch.manual_seed(8)
net = Head().train()
x, y = torch.randn(6, 3), torch.randint(0, 2, (6,))
loss = nn.functional.cross_entropy(net(x), y)
loss.backward()
