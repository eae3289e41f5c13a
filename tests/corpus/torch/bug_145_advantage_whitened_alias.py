import torch
import torch.nn as nn


def whiten(adv):
    adv -= adv.mean()
    adv /= adv.std() + 1e-6
    return adv


def a2c_losses(actor, critic, obs, actions, returns):
    values = critic(obs).squeeze(-1)
    advantage = returns - values
    weight = whiten(advantage.detach())
    logp = torch.log_softmax(actor(obs), dim=-1)
    chosen = logp.gather(1, actions.unsqueeze(1)).squeeze(1)
    policy_loss = -(chosen * weight).mean()
    value_loss = advantage.pow(2).mean()
    return policy_loss, value_loss


torch.manual_seed(66)
actor, critic = nn.Linear(3, 2), nn.Linear(3, 1)
obs = torch.randn(6, 3)
actions = torch.randint(0, 2, (6,))
returns = 3 + torch.randn(6)
pi, vf = a2c_losses(actor, critic, obs, actions, returns)
loss = pi + 0.5 * vf
loss.backward()
