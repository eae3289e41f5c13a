import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(813)
policy, critic = nn.Linear(3, 2), nn.Linear(5, 1)
obs = torch.randn(4, 3)

soft = F.gumbel_softmax(policy(obs), tau=1.0, hard=False)
hard = F.one_hot(soft.argmax(1), 2).to(soft.dtype)
action = soft + (hard - soft).detach()
q_value = critic(torch.cat([obs, action], dim=1))
loss = -q_value.mean()
loss.backward()
