import torch
import torch.nn as nn


class Logger:
    def __init__(self):
        self.maps = []

    def add(self, field):
        view = field.detach()
        view = view - view.min()
        view /= view.max()
        self.maps.append(view)


torch.manual_seed(2716)
net = nn.Linear(2, 4)
log = Logger()
grid = torch.rand(5, 2)
field = torch.sigmoid(net(grid))
log.add(field)
loss = (field * field.roll(1, 0)).sum()
log.add(field)
loss.backward()
