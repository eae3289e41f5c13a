import torch
import torch.nn as nn
import torch.nn.functional as F


def actor_loss(actor, critic, obs):
    action = F.gumbel_softmax(actor(obs), tau=1.0, hard=True)
    return -critic(torch.cat([obs, action], dim=1)).mean()


torch.manual_seed(2214)
actor = nn.Linear(2, 3)
critic = nn.Sequential(nn.Linear(5, 4), nn.Tanh(), nn.Linear(4, 1))
loss = actor_loss(actor, critic, torch.randn(4, 2))
loss.backward()
