import torch
import torch.nn as nn

torch.manual_seed(56)
actor = nn.Sequential(nn.Linear(3, 2), nn.Tanh())
critic = nn.Sequential(nn.Linear(5, 4), nn.ELU(), nn.Linear(4, 1))
opts = {"actor": torch.optim.SGD(actor.parameters(), lr=0.01), "critic": torch.optim.SGD(critic.parameters(), lr=0.01)}


def value(s, a):
    return critic(torch.cat([s, a], dim=-1))


s, a, ret = torch.randn(6, 3), torch.randn(6, 2), torch.randn(6, 1)
for opt in opts.values():
    opt.zero_grad()

actor_loss = -value(s, actor(s)).mean()
actor_loss.backward()
opts["actor"].step()

critic_loss = nn.functional.mse_loss(value(s, a), ret)
opts["critic"].zero_grad()
critic_loss.backward()
opts["critic"].step()
