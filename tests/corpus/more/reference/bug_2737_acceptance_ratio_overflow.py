import torch
import torch.nn as nn


class Target(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.log_precision = nn.Parameter(torch.zeros(dim))

    def log_prob(self, x):
        return -0.5 * (self.log_precision.exp() * x.pow(2)).sum(-1)


def acceptance(target, current, proposal):
    log_ratio = target.log_prob(proposal) - target.log_prob(current)
    return torch.exp(log_ratio.clamp(max=0.0))


torch.manual_seed(2737)
target = Target(2)
current = torch.tensor([[0.5, -0.2], [14.0, 3.0], [1.0, 1.0]])
proposal = torch.tensor([[0.9, 0.4], [0.3, 0.1], [1.5, 0.2]])
rate = acceptance(target, current, proposal)
loss = (rate.mean() - 0.6).pow(2)
loss.backward()
