import torch
import torch.nn as nn
from torch.distributions import Normal


class StateModel(nn.Module):
    def __init__(self, d_obs, d_lat):
        super().__init__()
        self.post = nn.Linear(d_obs + d_lat, 2 * d_lat)
        self.decode = nn.Linear(d_lat, d_obs)
        self.d_lat = d_lat

    def step(self, z, obs):
        mu, raw = self.post(torch.cat([z, obs], -1)).chunk(2, -1)
        return Normal(mu, nn.functional.softplus(raw) + 0.1).rsample()

    def forward(self, seq):
        z, err = torch.zeros(seq.shape[1], self.d_lat), 0.0
        for obs in seq:
            z = self.step(z, obs)
            err = err + (self.decode(z) - obs).pow(2).mean()
        return err / len(seq)


torch.manual_seed(993)
model = StateModel(3, 2)
loss = model(torch.randn(3, 4, 3))
loss.backward()
