import torch
import torch.nn as nn

torch.manual_seed(1023)
trunk = nn.Linear(3, 4)
value_head = nn.Linear(4, 1)
policy_head = nn.Sequential(nn.LeakyReLU(0.1, inplace=True), nn.Linear(4, 2))
obs = torch.randn(5, 3)

shared = trunk(obs)
value = value_head(shared)
logits = policy_head(shared)
loss = value.pow(2).mean() + logits.logsumexp(dim=1).mean()
loss.backward()
