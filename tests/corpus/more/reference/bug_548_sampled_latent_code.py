import torch
import torch.nn as nn
from torch.distributions import Independent, Normal


class StochasticAE(nn.Module):
    def __init__(self, d=3, k=2):
        super().__init__()
        self.enc = nn.Linear(d, 2 * k)
        self.dec = nn.Linear(k, d)

    def posterior(self, x):
        loc, raw = self.enc(x).chunk(2, dim=-1)
        return Independent(Normal(loc, nn.functional.softplus(raw)), 1)

    def forward(self, x):
        z = self.posterior(x).rsample()
        return Independent(Normal(self.dec(z), 1.0), 1)


torch.manual_seed(73)
ae = StochasticAE()
x = torch.randn(5, 3)
torch.manual_seed(0)
loss = -ae(x).log_prob(x).mean()
loss.backward()
