import torch
import torch.nn as nn
from torch.distributions import Normal


class LatentModel(nn.Module):
    def __init__(self, n_assets=4, n_latent=2):
        super().__init__()
        self.mu = nn.Linear(n_assets, n_latent)
        self.log_std = nn.Linear(n_assets, n_latent)
        self.allocate = nn.Linear(n_latent, n_assets)

    def forward(self, returns):
        dist = Normal(self.mu(returns), self.log_std(returns).exp())
        z = dist.rsample()
        return torch.softmax(self.allocate(z), dim=-1)


def sharpe_loss(weights, future):
    gain = (weights * future).sum(-1)
    return -gain.mean() / (gain.std() + 1e-3)


torch.manual_seed(1137)
model = LatentModel()
past, future = torch.randn(6, 4), torch.randn(6, 4)
torch.manual_seed(0)
loss = sharpe_loss(model(past), future)
loss.backward()
