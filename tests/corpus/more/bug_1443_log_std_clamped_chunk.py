import math
import torch
import torch.nn as nn

torch.manual_seed(1443)
net = nn.Linear(3, 4)


def sample_action(states, noise):
    means, log_stds = net(states).chunk(2, dim=-1)
    stds = log_stds.clamp_(-20, 2).exp()
    actions = torch.tanh(means + noise * stds)
    log_pi = (-0.5 * noise.pow(2) - log_stds).sum(-1) - math.log(2 * math.pi)
    return actions, log_pi - torch.log(1 - actions.pow(2) + 1e-6).sum(-1)


actions, log_pi = sample_action(torch.randn(5, 3), torch.randn(5, 2))
loss = (0.2 * log_pi - actions.sum(-1)).mean()
loss.backward()
