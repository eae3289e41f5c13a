from dataclasses import dataclass

import torch
import torch.nn as nn
from torch.distributions import Normal


@dataclass(frozen=True)
class Config:
    obs: int = 4
    latent: int = 2
    draws: int = 3


class LatentModel(nn.Module):
    def __init__(self, cfg: Config):
        super().__init__()
        self.cfg = cfg
        self.encode = nn.Linear(cfg.obs, 2 * cfg.latent)
        self.decode = nn.Linear(cfg.latent, cfg.obs)

    def forward(self, x):
        loc, raw = self.encode(x).split(self.cfg.latent, dim=-1)
        z = Normal(loc, nn.functional.softplus(raw)).rsample((self.cfg.draws,))
        return self.decode(torch.tanh(z)).mean(0)


torch.manual_seed(3129)
model = LatentModel(Config())
opt = torch.optim.Adam(model.parameters())
x = torch.randn(5, 4)
loss = (model(x) - x).square().mean()
loss.backward()
opt.step()
