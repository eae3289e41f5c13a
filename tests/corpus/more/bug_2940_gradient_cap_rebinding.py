import torch
import torch.nn as nn


class Trainer:
    def __init__(self, net, lr=0.1, max_norm=0.05):
        self.net, self.max_norm = net, max_norm
        self.opt = torch.optim.SGD(net.parameters(), lr=lr)

    @property
    def gradients(self):
        return [p.grad for p in self.net.parameters() if p.grad is not None]

    def cap(self):
        total = torch.sqrt(sum(g.square().sum() for g in self.gradients))
        scale = min(1.0, self.max_norm / (total.item() + 1e-6))
        for g in self.gradients:
            g = g * scale

    def fit(self, x, y):
        self.opt.zero_grad()
        nn.functional.mse_loss(self.net(x), y).backward()
        self.cap()
        self.opt.step()


torch.manual_seed(1340)
net = nn.Sequential(nn.Linear(2, 3), nn.ReLU(), nn.Linear(3, 1))
Trainer(net).fit(torch.randn(6, 2), 3 * torch.randn(6, 1))
