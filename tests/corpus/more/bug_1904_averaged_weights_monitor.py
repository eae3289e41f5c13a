from contextlib import contextmanager

import torch
import torch.nn as nn
import torch.nn.functional as F


class Averager:
    def __init__(self, net, decay=0.9):
        self.shadow = {k: decay * v.clone() for k, v in net.state_dict().items()}

    @contextmanager
    def applied(self, net):
        backup = {k: v.clone() for k, v in net.state_dict().items()}
        net.load_state_dict(self.shadow)
        yield net
        net.load_state_dict(backup)


torch.manual_seed(105)
net = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 3))
averager = Averager(net)
x, y = torch.randn(5, 3), torch.tensor([0, 2, 1, 1, 0])
loss = F.cross_entropy(net(x), y)
with torch.no_grad(), averager.applied(net) as smooth:
    monitor = F.cross_entropy(smooth(x), y).item()
loss.backward()
