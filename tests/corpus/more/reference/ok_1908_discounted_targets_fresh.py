import torch
import torch.nn as nn
import torch.nn.functional as F


def td_targets(next_values, rewards, done, gamma=0.9):
    return rewards + gamma * (1.0 - done) * next_values.detach()


torch.manual_seed(68)
critic = nn.Linear(3, 1)
observations = torch.randn(6, 3)
rewards, done = torch.randn(5), torch.tensor([0.0, 0.0, 1.0, 0.0, 0.0])
values = critic(observations).squeeze(-1)
loss = F.mse_loss(values[:-1], td_targets(values[1:], rewards, done))
loss.backward()
