import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(913)
actor, critic = nn.Linear(3, 2), nn.Linear(3, 1)
obs, returns = torch.randn(5, 3), torch.randn(5)
act = torch.tensor([0, 1, 1, 0, 1])

values = critic(obs).squeeze(1)
value_loss = F.mse_loss(values, returns)
baseline = values.detach() - returns.mean()
logp = torch.log_softmax(actor(obs), 1)[torch.arange(5), act]
policy_loss = -(logp * (returns - baseline)).mean()
loss = policy_loss + 0.5 * value_loss
loss.backward()
