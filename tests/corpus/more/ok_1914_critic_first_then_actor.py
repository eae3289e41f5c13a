import torch
import torch.nn as nn

torch.manual_seed(880)
actor, critic = nn.Linear(3, 2), nn.Linear(3, 1)
opt = torch.optim.SGD(critic.parameters(), lr=0.1)
obs, act, ret = torch.randn(4, 3), torch.tensor([[0], [1], [0], [1]]), torch.randn(4, 1)

delta = ret - critic(obs)
logp = torch.log_softmax(actor(obs), dim=-1).gather(1, act)
actor_loss = -(logp * delta.detach()).mean()
opt.zero_grad()
delta.pow(2).mean().backward()
opt.step()
actor_loss.backward()
