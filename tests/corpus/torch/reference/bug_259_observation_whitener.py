import torch
import torch.nn as nn


class Whiten(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.register_buffer("scale", torch.ones(dim))

    def forward(self, x):
        batch = x.detach().std(dim=0)
        self.scale = 0.8 * self.scale + 0.2 * batch
        return x / self.scale


torch.manual_seed(332)
policy = nn.Linear(3, 2)
whiten = Whiten(2)
old, new = torch.randn(5, 3), torch.randn(5, 3)
a, b = whiten(policy(old)), whiten(policy(new))
loss = a.tanh().mean() + b.pow(2).mean()
loss.backward()
