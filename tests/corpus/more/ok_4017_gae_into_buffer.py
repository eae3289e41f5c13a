import torch
import torch.nn as nn

torch.manual_seed(27)
critic = nn.Linear(3, 1)
obs, rewards = torch.randn(6, 3), torch.rand(5)
done = torch.tensor([0.0, 0.0, 1.0, 0.0, 0.0])
gamma, lam = 0.99, 0.9

values = critic(obs).squeeze(-1)
v = values.detach()
adv, last = torch.zeros(5), 0.0
for t in reversed(range(5)):
    live = 1.0 - done[t]
    delta = rewards[t] + gamma * v[t + 1] * live - v[t]
    last = delta + gamma * lam * live * last
    adv[t] = last
target = adv + v[:-1]
loss = 0.5 * (values[:-1] - target).pow(2).mean()
loss.backward()
print("adv", [round(a, 3) for a in adv.tolist()])
