import torch
import torch.nn as nn

torch.manual_seed(92)
actor, critic = nn.Linear(3, 2), nn.Linear(5, 1)
actor_opt = torch.optim.SGD(actor.parameters(), lr=0.01)
critic_opt = torch.optim.SGD(critic.parameters(), lr=0.01)


def q_value(obs, act):
    return critic(torch.cat([obs, act], dim=1)).squeeze(1)


def update_actor(obs):
    actor_opt.zero_grad()
    loss = -q_value(obs, torch.tanh(actor(obs))).mean()
    loss.backward()
    actor_opt.step()


def update_critic(obs, act, target):
    critic_opt.zero_grad()
    loss = (q_value(obs, act) - target).pow(2).mean()
    loss.backward()
    critic_opt.step()


obs, act, target = torch.randn(6, 3), torch.randn(6, 2), torch.randn(6)
update_actor(obs)
update_critic(obs, act, target)
print("critic grad", critic.weight.grad)
