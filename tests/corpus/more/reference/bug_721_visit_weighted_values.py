import torch
import torch.nn as nn


class TabularCritic(nn.Module):
    def __init__(self, states):
        super().__init__()
        self.value = nn.Parameter(torch.zeros(states))
        self.register_buffer("visits", torch.ones(states))

    def forward(self, state):
        prior = (self.visits.clone() * self.value.pow(2)).sum()
        self.visits[state] += 1
        return self.value[state], prior


critic = TabularCritic(4)
with torch.no_grad():
    critic.value.copy_(torch.tensor([0.3, -0.2, 0.5, 0.1]))
v, prior = critic(torch.tensor([0, 2]))
loss = (v - torch.tensor([1.0, 0.5])).pow(2).sum() + 0.1 * prior
loss.backward()
