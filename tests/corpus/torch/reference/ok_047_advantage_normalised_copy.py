import torch
import torch.nn as nn

torch.manual_seed(334)
actor, critic = nn.Linear(3, 2), nn.Linear(3, 1)
obs, act, ret = torch.randn(6, 3), torch.randint(0, 2, (6,)), torch.randn(6)
value = critic(obs).squeeze(1)
adv = ret - value.detach()
adv = adv - adv.mean()
adv = adv / (adv.std() + 1e-8)
logp = actor(obs).log_softmax(1).gather(1, act[:, None]).squeeze(1)
loss = -(logp * adv).mean() + (value - ret).pow(2).mean()
loss.backward()
