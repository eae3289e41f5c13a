import torch
import torch.nn as nn

torch.manual_seed(1040)
actor = nn.Linear(3, 2)
value = nn.Sequential(nn.Linear(2, 4), nn.ELU(), nn.Linear(4, 1))
actor_opt = torch.optim.SGD(actor.parameters(), lr=0.05)
value_opt = torch.optim.SGD(value.parameters(), lr=0.05)
start = torch.randn(5, 3)

imagined = torch.tanh(actor(start))
targets = value(imagined)
value_loss = 0.5 * (value(imagined.detach()) - targets.detach() - 0.1).pow(2).mean()
value_opt.zero_grad()
value_loss.backward()
action_loss = -targets.mean()
actor_opt.zero_grad()
action_loss.backward()
value_opt.step()
actor_opt.step()
