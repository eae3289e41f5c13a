import torch
import torch.nn as nn
import torch.nn.functional as F


def td_targets(next_values, rewards, gamma=0.9):
    target = next_values.detach()
    target *= gamma
    target += rewards
    return target


torch.manual_seed(438)
critic = nn.Linear(3, 1)
observations = torch.randn(6, 3)
rewards = torch.randn(5)
values = critic(observations).squeeze(-1)
loss = F.mse_loss(values[:-1], td_targets(values[1:], rewards))
loss.backward()
