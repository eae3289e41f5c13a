import torch
from torch import nn


class Rule(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.log_lr = nn.Parameter(torch.full((size,), -2.0))

    def start(self, weights):
        self.momentum = torch.zeros_like(weights)

    def update(self, grad, decay=0.9):
        self.momentum = self.momentum.mul(decay).add(grad, alpha=1 - decay)
        return -self.log_lr.exp() * self.momentum


def quadratic(weights, goal):
    return (weights - goal).pow(2).sum()


torch.manual_seed(327)
rule, goal = Rule(3), torch.randn(3)
weights = torch.zeros(3)
rule.start(weights)
meta_loss = torch.zeros(())
for _ in range(3):
    grad = 2.0 * (weights - goal).detach()
    weights = weights + rule.update(grad)
    meta_loss = meta_loss + quadratic(weights, goal)
meta_loss.backward()
