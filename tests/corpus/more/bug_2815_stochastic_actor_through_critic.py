import torch
import torch.nn as nn
from torch.distributions import Normal

torch.manual_seed(2337)
actor = nn.Linear(3, 2)
critic = nn.Sequential(nn.Linear(5, 4), nn.Tanh(), nn.Linear(4, 1))
opt = torch.optim.Adam(actor.parameters(), lr=1e-3)
obs = torch.randn(6, 3)


def act(obs):
    dist = Normal(torch.tanh(actor(obs)), 0.3)
    return dist.sample()


loss = -critic(torch.cat([obs, act(obs)], dim=1)).mean()
opt.zero_grad()
loss.backward()
opt.step()
