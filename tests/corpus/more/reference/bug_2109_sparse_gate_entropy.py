import torch
import torch.nn as nn


class TopGate(nn.Module):
    def __init__(self, dim, n_experts):
        super().__init__()
        self.score = nn.Linear(dim, n_experts)

    def forward(self, x):
        s = torch.relu(self.score(x)) ** 2
        return s / (s.sum(dim=1, keepdim=True) + 1e-6)


def entropy(p):
    terms = p * torch.log(torch.where(p > 0, p, torch.ones_like(p)))
    return -torch.where(p > 0, terms, torch.zeros_like(p)).sum(dim=1)


torch.manual_seed(47)
gate = TopGate(3, 5)
experts = nn.Parameter(torch.randn(5, 2))
tokens = torch.randn(4, 3)
p = gate(tokens)
out = p @ experts
loss = out.pow(2).mean() - 0.01 * entropy(p).mean()
loss.backward()
