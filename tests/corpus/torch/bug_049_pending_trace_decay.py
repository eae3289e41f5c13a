import torch
import torch.nn as nn

torch.manual_seed(223)
policy = nn.Linear(3, 2)
trace = torch.zeros(2)
losses = []

for obs in torch.randn(3, 3):
    action = torch.tanh(policy(obs))
    losses.append((action * trace).sum() + action.pow(2).sum())
    trace.mul_(0.8).add_(action.detach())

loss = torch.stack(losses).mean()
loss.backward()
