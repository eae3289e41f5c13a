import torch
import torch.nn as nn


class Dynamics(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.drift = nn.Linear(dim, dim, bias=False)
        self.action = nn.Linear(1, dim, bias=False)

    def forward(self, state, act):
        drift = self.drift(state)
        push = self.action(act)
        push.register_hook(lambda grad: grad * 0.5)
        return drift + push


torch.manual_seed(2643)
model = Dynamics(2)
state = torch.randn(3, 2)
acts = torch.randn(2, 3, 1)
targets = torch.randn(2, 3, 2)
losses = []
for act, target in zip(acts, targets):
    state = model(state, act)
    losses.append((state - target).pow(2).mean())
loss = sum(losses)
loss.backward()
