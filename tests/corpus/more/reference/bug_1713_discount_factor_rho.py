import math

import torch


def terminal(spot, rate, sigma, T, z):
    drift = (rate - 0.5 * sigma ** 2) * T
    return spot * torch.exp(drift + sigma * math.sqrt(T) * z)


def price_call(spot, strike, rate, sigma, T, z):
    payoff = torch.relu(terminal(spot, rate, sigma, T, z) - strike)
    return torch.exp(-rate * T) * payoff.mean()


torch.manual_seed(1713)
spot = torch.tensor(100.0, requires_grad=True)
rate = torch.tensor(0.03, requires_grad=True)
sigma = torch.tensor(0.2, requires_grad=True)
z = torch.randn(64)
z = torch.cat([z, -z])
price = price_call(spot, 101.0, rate, sigma, 2.0, z)
price.backward()
rho, delta, vega = rate.grad, spot.grad, sigma.grad
