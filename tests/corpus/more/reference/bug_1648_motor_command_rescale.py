import numpy as np
import torch
import torch.nn as nn


class Actor(nn.Module):
    def __init__(self, obs, act):
        super().__init__()
        self.fc = nn.Linear(obs, act)

    def forward(self, obs):
        return torch.tanh(self.fc(obs))


class Robot:
    limits = np.array([2.0, 0.5])

    def send(self, action):
        command = action.detach().numpy().copy()
        command *= self.limits.astype(command.dtype)
        return float(np.abs(command).max())


torch.manual_seed(1638)
actor, critic = Actor(3, 2), nn.Linear(5, 1)
obs = torch.randn(4, 3)
action = actor(obs)
q = critic(torch.cat([obs, action], dim=-1))
peak = Robot().send(action)
loss = -q.mean()
loss.backward()
