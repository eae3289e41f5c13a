import torch
from torch import nn, optim

torch.manual_seed(50)
trunk = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 4))
actor, critic = nn.Linear(4, 2), nn.Linear(4, 1)
pi_opt = optim.SGD([*trunk.parameters(), *actor.parameters()], lr=0.05)
v_opt = optim.SGD([*trunk.parameters(), *critic.parameters()], lr=0.05)

obs, act, ret = torch.randn(6, 3), torch.randint(0, 2, (6,)), torch.randn(6)
h = trunk(obs)
value = critic(h).squeeze(-1)
logp = torch.log_softmax(actor(h), dim=-1)[torch.arange(6), act]
value_loss = (value - ret).pow(2).mean()
loss = -(logp * (ret - value.detach())).mean()

v_opt.zero_grad()
value_loss.backward(retain_graph=True)
v_opt.step()
pi_opt.zero_grad()
loss.backward()
pi_opt.step()
