import torch
import torch.nn as nn
import torch.nn.functional as F


class Heteroscedastic(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.mean = nn.Linear(width, 1)
        self.raw_sigma = nn.Linear(width, 1)

    def forward(self, x):
        return self.mean(x).squeeze(-1), F.softplus(self.raw_sigma(x)).squeeze(-1)


def nll(y, mu, sigma):
    return (((y - mu) / sigma).pow(2) / 2 + sigma.log()).mean()


def sharpness_penalty(sigma):
    return sigma.clamp_(min=0.5, max=2.0).mean()


torch.manual_seed(33)
net = Heteroscedastic(3)
x, y = torch.randn(6, 3), torch.randn(6)
mu, sigma = net(x)
terms = [nll(y, mu, sigma), 0.1 * sharpness_penalty(sigma)]
loss = sum(terms)
loss.backward()
