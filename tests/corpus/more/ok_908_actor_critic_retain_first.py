import torch
import torch.nn as nn

torch.manual_seed(9908)
trunk = nn.Linear(3, 4)
policy, value = nn.Linear(4, 2), nn.Linear(4, 1)
obs, ret = torch.randn(5, 3), torch.randn(5)

h = torch.tanh(trunk(obs))
policy_loss = -torch.log_softmax(policy(h), 1)[:, 0].mean()
value_loss = (value(h).squeeze(1) - ret).pow(2).mean()
policy_loss.backward(retain_graph=True)
value_loss.backward()
