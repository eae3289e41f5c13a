import torch
import torch.nn as nn


class Critic(nn.Module):
    def __init__(self, state_dim):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(state_dim, 4), nn.Tanh(), nn.Linear(4, 1))
        self.register_buffer("value_avg", torch.zeros(1))
        self.register_buffer("value_std", torch.ones(1))

    def forward(self, state):
        value = self.net(state)
        return value * self.value_std + self.value_avg

    def track(self, returns, tau=0.1):
        self.value_avg[:] = self.value_avg * (1 - tau) + returns.mean(dim=0) * tau
        self.value_std[:] = self.value_std * (1 - tau) + returns.std(dim=0) * tau


torch.manual_seed(1806)
critic = Critic(3)
states, returns = torch.randn(6, 3), 4 * torch.randn(6, 1)
values = critic(states)
advantage = returns - values
loss = advantage.pow(2).mean()
loss.backward()
