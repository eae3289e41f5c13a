import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(813)
policy, critic = nn.Linear(3, 2), nn.Linear(5, 1)
obs = torch.randn(4, 3)

action = F.gumbel_softmax(policy(obs), tau=1.0, hard=True)
q_value = critic(torch.cat([obs, action], dim=1))
loss = -q_value.mean() + 1e-3 * action.argmax(1).float().mean()
loss.backward()
