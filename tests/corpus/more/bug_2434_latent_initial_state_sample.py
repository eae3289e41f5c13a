import torch
import torch.nn as nn
from torch.distributions import Normal


class LatentODE(nn.Module):
    def __init__(self, obs_dim, latent):
        super().__init__()
        self.enc = nn.Linear(obs_dim, 2 * latent)
        self.f = nn.Sequential(nn.Linear(latent, 5), nn.Tanh(), nn.Linear(5, latent))
        self.dec = nn.Linear(latent, obs_dim)

    def initial_state(self, first_obs):
        mu, log_std = self.enc(first_obs).chunk(2, dim=-1)
        return Normal(mu, log_std.exp()).sample()

    def forward(self, obs, dt=0.1):
        z, out = self.initial_state(obs[0]), []
        for _ in range(len(obs)):
            out.append(self.dec(z))
            z = z + dt * self.f(z)
        return torch.stack(out)


torch.manual_seed(69)
model = LatentODE(3, 2)
obs = torch.randn(4, 5, 3)
loss = (model(obs) - obs).pow(2).mean()
loss.backward()
