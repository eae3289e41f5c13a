import math

import torch


def terminal_payoff(spot, strike, steps, up):
    levels = torch.arange(steps + 1, dtype=torch.float32)
    prices = spot * up ** (2 * levels - steps)
    return torch.clamp(prices - strike, min=0.0)


def american_call(logit_p, spot, strike, steps=4, up=1.1, rate=0.02):
    p = torch.sigmoid(logit_p)
    discount = math.exp(-rate)
    values = terminal_payoff(spot, strike, steps, up)
    for n in range(steps, 0, -1):
        values[:n] = discount * (p * values[1:n + 1] + (1 - p) * values[:n])
    return values[0]


logit_p = torch.tensor(0.1, requires_grad=True)
quotes = {95.0: 9.0, 105.0: 3.5}
loss = torch.zeros(())
for strike, quote in quotes.items():
    loss = loss + (american_call(logit_p, 100.0, strike) - quote) ** 2
loss.backward()
