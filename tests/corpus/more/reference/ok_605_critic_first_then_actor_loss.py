import torch
import torch.nn as nn

torch.manual_seed(1605)
actor = nn.Linear(3, 1)
critic = nn.Sequential(nn.Linear(4, 4), nn.Tanh(), nn.Linear(4, 1))
actor_opt = torch.optim.SGD(actor.parameters(), lr=0.1)
critic_opt = torch.optim.SGD(critic.parameters(), lr=0.1)
s, a, ret = torch.randn(5, 3), torch.randn(5, 1), torch.randn(5, 1)


def value(state, action):
    return critic(torch.cat([state, action], dim=1))


critic_loss = (value(s, a) - ret).pow(2).mean()
critic_opt.zero_grad()
critic_loss.backward()
critic_opt.step()
fixed = [p.detach().clone() for p in critic.parameters()]

joint = torch.cat([s, torch.tanh(actor(s))], dim=1)
actor_loss = -(torch.tanh(joint @ fixed[0].t() + fixed[1]) @ fixed[2].t() + fixed[3]).mean()
actor_opt.zero_grad()
actor_loss.backward()
actor_opt.step()
