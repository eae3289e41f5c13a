import torch
from torch import nn

torch.manual_seed(2223)
log_rate = nn.Linear(3, 2)


def intensity(covariates, cap=4.0):
    lam = torch.exp(log_rate(covariates))
    return lam.clamp(max=cap)


def negative_log_likelihood(lam, counts, exposure):
    return (lam * exposure - counts * torch.log(lam)).mean()


claims = torch.tensor([[0.0, 2.0], [1.0, 0.0], [3.0, 1.0], [0.0, 0.0]])
lam = intensity(2 * torch.randn(4, 3))
loss = negative_log_likelihood(lam, claims, exposure=1.5)
loss.backward()
