import torch
import torch.nn as nn
import torch.nn.functional as F


def actor_loss(actor, critic, obs):
    logits = actor(obs)
    soft = F.softmax(logits - torch.empty_like(logits).exponential_().log(), dim=-1)
    hard = F.one_hot(soft.argmax(-1), 3).to(soft.dtype)
    action = (hard - soft).detach() + soft
    return -critic(torch.cat([obs, action], dim=1)).mean()


torch.manual_seed(2214)
actor = nn.Linear(2, 3)
critic = nn.Sequential(nn.Linear(5, 4), nn.Tanh(), nn.Linear(4, 1))
loss = actor_loss(actor, critic, torch.randn(4, 2))
loss.backward()
