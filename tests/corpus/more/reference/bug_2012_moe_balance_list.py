import torch
import torch.nn as nn

torch.manual_seed(2112)
gate = nn.Linear(4, 3)
experts = nn.ModuleList([nn.Linear(4, 2) for _ in range(3)])


def balance(weights):
    losses = []
    for e in range(weights.shape[1]):
        share = weights[:, e].mean()
        losses.append((share - 1 / weights.shape[1]) ** 2)
    return torch.stack(losses).sum()


def forward(x):
    weights = torch.softmax(gate(x), dim=1)
    outs = torch.stack([expert(x) for expert in experts], dim=1)
    return (weights.unsqueeze(-1) * outs).sum(1), weights


x, y = torch.randn(5, 4), torch.randn(5, 2)
pred, weights = forward(x)
loss = (pred - y).pow(2).mean() + 10.0 * balance(weights)
loss.backward()
