import torch
import torch.nn as nn

torch.manual_seed(806)
actor, critic = nn.Linear(3, 2), nn.Linear(3, 1)
obs, rewards, acts = torch.randn(5, 3), torch.randn(5), torch.tensor([0, 1, 1, 0, 1])

state_values = critic(obs).squeeze(1)
raw = rewards - state_values.detach()
centred = raw - raw.mean()
advantages = centred / (centred.std() + 1e-5)
logprobs = torch.log_softmax(actor(obs), 1)[torch.arange(5), acts]
ratios = torch.exp(logprobs - logprobs.detach())
loss = -(ratios * advantages).mean() + 0.5 * (state_values - rewards).pow(2).mean()
loss.backward()
