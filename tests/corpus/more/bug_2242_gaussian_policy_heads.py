import math
import torch
import torch.nn as nn


class GaussianActor(nn.Module):
    def __init__(self, state_dim, action_dim):
        super().__init__()
        self.net = nn.Linear(state_dim, 2 * action_dim)

    def sample(self, states):
        means, log_stds = self.net(states).chunk(2, dim=-1)
        log_stds.clamp_(-20, 2)
        noise = torch.randn_like(means)
        actions = torch.tanh(means + noise * log_stds.exp())
        log_pi = -0.5 * noise.pow(2) - log_stds - 0.5 * math.log(2 * math.pi)
        return actions, (log_pi - torch.log(1 - actions.pow(2) + 1e-6)).sum(-1)


torch.manual_seed(2242)
actor = GaussianActor(3, 2)
actions, log_pi = actor.sample(torch.randn(4, 3))
loss = (0.2 * log_pi + actions.pow(2).sum(-1)).mean()
loss.backward()
