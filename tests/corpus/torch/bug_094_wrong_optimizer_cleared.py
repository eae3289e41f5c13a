import torch
import torch.nn as nn

torch.manual_seed(269)
actor, critic = nn.Linear(3, 2), nn.Linear(3, 1)
actor_opt = torch.optim.SGD(actor.parameters(), lr=0.0)
critic_opt = torch.optim.SGD(critic.parameters(), lr=0.0)

for obs in torch.randn(3, 4, 3):
    value_loss = (critic(obs) - 1).pow(2).mean()
    actor_opt.zero_grad()
    value_loss.backward()
    critic_opt.step()
    policy_loss = actor(obs).softmax(-1).log().mean()
    actor_opt.zero_grad()
    policy_loss.backward()
    actor_opt.step()
