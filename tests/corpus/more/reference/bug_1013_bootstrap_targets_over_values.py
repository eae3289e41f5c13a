import torch
import torch.nn as nn

torch.manual_seed(1013)
critic = nn.Linear(3, 1)
obs = torch.randn(5, 3)
reward = torch.randn(5)

values = critic(obs).squeeze(1)
targets = values.detach().clone()
for t in reversed(range(4)):
    targets[t] = reward[t] + 0.9 * targets[t + 1]
loss = (values - targets).pow(2).mean()
loss.backward()
