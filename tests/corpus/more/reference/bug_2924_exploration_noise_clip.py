import numpy as np
import torch
import torch.nn as nn


class Actor(nn.Module):
    def __init__(self):
        super().__init__()
        self.out = nn.Linear(3, 2)

    def forward(self, obs):
        return torch.tanh(self.out(obs))


def explore(action, rng, sigma=0.3):
    a = action.detach().numpy().copy()
    a += sigma * rng.standard_normal(a.shape)
    np.clip(a, -1.0, 1.0, out=a)
    return a


torch.manual_seed(1324)
rng = np.random.default_rng(7)
actor, critic = Actor(), nn.Linear(5, 1)
obs = torch.randn(4, 3)

mu = actor(obs)
q = critic(torch.cat([obs, mu], dim=-1))
env_actions = explore(mu, rng)
loss = -q.mean()
loss.backward()
print("sent to env", env_actions.shape)
