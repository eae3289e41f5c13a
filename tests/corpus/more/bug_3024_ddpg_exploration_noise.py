import torch
import torch.nn as nn


class Actor(nn.Module):
    def __init__(self, obs, act):
        super().__init__()
        self.mu = nn.Linear(obs, act)

    def forward(self, s, noise_std=0.0):
        action = torch.tanh(self.mu(s))
        if noise_std > 0:
            action.data.add_(noise_std * torch.randn_like(action))
        return action


class Critic(nn.Module):
    def __init__(self, obs, act):
        super().__init__()
        self.q = nn.Linear(obs + act, 1)

    def forward(self, s, a):
        return self.q(torch.cat([s, a], dim=-1))


torch.manual_seed(3102)
actor, critic = Actor(3, 2), Critic(3, 2)
states = torch.randn(6, 3)
actor_loss = -critic(states, actor(states, noise_std=0.4)).mean()
actor_loss.backward()
