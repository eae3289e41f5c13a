import torch
import torch.nn as nn


class RollingForecaster:
    def __init__(self, net, history):
        self.net = net
        self.window = history.clone()

    def push(self, value):
        self.window = torch.cat([self.window[:, 1:], value], dim=1)

    def rollout(self, horizon):
        preds = []
        for _ in range(horizon):
            preds.append(torch.tanh(self.net(self.window)))
            self.push(preds[-1])
        return torch.cat(preds, dim=1)


torch.manual_seed(2132)
net = nn.Linear(4, 1)
history, future = torch.randn(3, 4), torch.rand(3, 3)
model = RollingForecaster(net, history)
loss = (model.rollout(3) - future).pow(2).mean()
loss.backward()
