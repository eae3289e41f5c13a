import torch
import torch.nn as nn


class SpectralPrior(nn.Module):
    def __init__(self, floor=0.05):
        super().__init__()
        self.log_scale = nn.Parameter(torch.tensor([0.1, -0.3]))
        self.floor = floor

    def kernel(self, x):
        z = x / self.log_scale.exp()
        return torch.exp(-0.5 * (z[:, None] - z[None]).pow(2).sum(-1))

    def root(self, x):
        evals, evecs = torch.linalg.eigh(self.kernel(x))
        evals.clamp_min_(self.floor)
        return (evecs * evals.sqrt()) @ evecs.T

    def forward(self, x, noise):
        return self.root(x) @ noise


torch.manual_seed(2607)
prior = SpectralPrior()
x, noise, y = torch.randn(5, 2), torch.randn(5, 3), torch.randn(5)
draws = prior(x, noise)
loss = (draws.mean(dim=1) - y).pow(2).mean()
loss.backward()
