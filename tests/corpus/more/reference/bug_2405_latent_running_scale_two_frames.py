import torch
import torch.nn as nn


class RunningScale(nn.Module):
    def __init__(self, dim, momentum=0.1):
        super().__init__()
        self.momentum = momentum
        self.register_buffer("std", torch.ones(dim))

    def forward(self, z):
        with torch.no_grad():
            self.std = self.std.lerp(z.std(dim=0), self.momentum)
        return z / self.std


class WorldModel(nn.Module):
    def __init__(self, obs_dim, latent):
        super().__init__()
        self.enc = nn.Linear(obs_dim, latent)
        self.norm = RunningScale(latent)
        self.dynamics = nn.Linear(latent, latent)

    def latent(self, obs):
        return self.norm(torch.tanh(self.enc(obs)))

    def loss(self, obs, next_obs):
        z, z_next = self.latent(obs), self.latent(next_obs)
        return (self.dynamics(z) - z_next).pow(2).mean()


torch.manual_seed(8)
model = WorldModel(4, 2)
loss = model.loss(torch.randn(5, 4), torch.randn(5, 4))
loss.backward()
