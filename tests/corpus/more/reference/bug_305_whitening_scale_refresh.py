import torch
import torch.nn as nn


class RunningWhiten(nn.Module):
    def __init__(self, width, momentum=0.2):
        super().__init__()
        self.momentum = momentum
        self.register_buffer("inv_std", torch.ones(width))

    def forward(self, h):
        if self.training:
            fresh = h.detach().std(dim=0).reciprocal()
            self.inv_std = self.inv_std.lerp(fresh, self.momentum)
        return h * self.inv_std


torch.manual_seed(17)
encoder = nn.Linear(3, 2)
whiten = RunningWhiten(2)
critic = nn.Linear(2, 1)

obs, next_obs = torch.randn(5, 3), torch.randn(5, 3)
reward = torch.randn(5, 1)
value = critic(whiten(encoder(obs)))
next_value = critic(whiten(encoder(next_obs)))
loss = (reward + 0.9 * next_value - value).pow(2).mean()
loss.backward()
