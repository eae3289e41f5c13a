import torch

torch.manual_seed(1735)


def terminal_price(spot, vol, z, T=1.0):
    return spot * torch.exp(-0.5 * vol ** 2 * T + vol * T ** 0.5 * z)


def digital_payoff(s, strike, cash=10.0):
    return cash * (s > strike).float()


spot = torch.tensor(100.0, requires_grad=True)
vol = torch.tensor(0.2)
z = torch.randn(50)
price = digital_payoff(terminal_price(spot, vol, z), 102.0).mean()
price.backward()
delta = spot.grad
