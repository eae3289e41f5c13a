import torch
import torch.nn as nn
import torch.nn.functional as F


class BayesLinear(nn.Module):
    def __init__(self, d_in, d_out):
        super().__init__()
        self.mu = nn.Parameter(0.1 * torch.randn(d_out, d_in))
        self.rho = nn.Parameter(-4 + 3 * torch.rand(d_out, d_in))

    def forward(self, x):
        sigma = F.softplus(self.rho)
        kl = (0.5 * (sigma ** 2 + self.mu ** 2 - 1) - sigma.log()).sum()
        sigma.clamp_(min=0.05)
        w = self.mu + sigma * torch.randn_like(self.mu)
        return x @ w.T, kl


def elbo(layer, x, y, n_data):
    pred, kl = layer(x)
    return F.mse_loss(pred, y) + kl / n_data


torch.manual_seed(55)
layer = BayesLinear(3, 2)
x, y = torch.randn(8, 3), torch.randn(8, 2)
loss = elbo(layer, x, y, n_data=100)
loss.backward()
