import copy
import torch
import torch.nn as nn


class Trainer:
    def __init__(self, net):
        self.net, self.best, self.best_loss = net, copy.deepcopy(net.state_dict()), 0.5

    def maybe_rollback(self, value):
        if value > self.best_loss:
            self.net.load_state_dict(self.best)

    def step(self, x, y):
        loss = (self.net(x) - y).pow(2).mean()
        self.maybe_rollback(loss.item())
        loss.backward()


torch.manual_seed(57)
net = nn.Sequential(nn.Linear(2, 3), nn.Tanh(), nn.Linear(3, 1))
trainer = Trainer(net)
trainer.step(torch.randn(4, 2), torch.randn(4, 1))
