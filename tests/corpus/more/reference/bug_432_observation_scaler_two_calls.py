import torch
import torch.nn as nn


class Scaler(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.register_buffer("gain", torch.ones(dim))

    def forward(self, obs):
        spread = obs.detach().std(dim=0)
        self.gain.lerp_(1.0 / (spread + 1e-3), 0.2)
        return obs * self.gain.clone()


torch.manual_seed(4013)
model = nn.Linear(3, 3)
policy = nn.Linear(3, 3)
scaler = Scaler(3)

state = torch.randn(5, 3)
predicted = model(policy(state))
now = scaler(policy(state))
later = scaler(predicted)
loss = (later - now).pow(2).mean()
loss.backward()
