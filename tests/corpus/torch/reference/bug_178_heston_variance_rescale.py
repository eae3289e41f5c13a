from dataclasses import dataclass

import torch
import torch.nn as nn


@dataclass
class MarketConfig:
    n_paths: int = 4
    n_factors: int = 3
    annualise: float = 252 ** 0.5


class StochasticVol(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.cfg = cfg
        self.vol_net = nn.Linear(cfg.n_factors, 2)
        self.sigma = None

    def daily_vol(self, factors):
        self.sigma = self.vol_net(factors).pow(2).add(1e-3).sqrt()
        return self.sigma

    def annual_vol(self):
        self.sigma = self.sigma * self.cfg.annualise
        return self.sigma

    def forward(self, factors, shocks):
        returns = self.daily_vol(factors) * shocks
        return returns, self.annual_vol()


torch.manual_seed(301)
cfg = MarketConfig()
model = StochasticVol(cfg)
factors, shocks = torch.randn(cfg.n_paths, cfg.n_factors), torch.randn(cfg.n_paths, 2)
implied = torch.full((cfg.n_paths, 2), 12.0)

returns, annual = model(factors, shocks)
loss = (returns.sum(1) - 0.05).pow(2).mean() + 0.01 * (annual - implied).abs().mean()
loss.backward()
print(f"calibration loss {loss.item():.4f}")
