import torch
import torch.nn as nn


def safe_xlogy(x, y):
    ok = (x > 0) & (y > 0)
    x_safe = torch.where(ok, x, torch.ones_like(x))
    y_safe = torch.where(ok, y, torch.ones_like(y))
    return torch.where(ok, x_safe * torch.log(y_safe / x_safe), torch.zeros_like(x))


def poisson_deviance(counts, mu):
    k = (counts > 0) & (mu > 0)
    dev = (mu - counts).sum() - (counts[k] * (mu[k].log() - counts[k].log())).sum()
    return 2 * dev / len(counts)


torch.manual_seed(3225)
counts = torch.tensor([0.0, 2.0, 0.0, 5.0, 1.0])
exposure = torch.tensor([1.0, 0.5, 0.0, 2.0, 1.5])
rates = torch.tensor([0.7, 1.2, 0.4, 2.5, 0.3], requires_grad=True)
mu = rates * exposure
loss = poisson_deviance(counts, mu) + 0.01 * rates.square().sum()
loss.backward()
