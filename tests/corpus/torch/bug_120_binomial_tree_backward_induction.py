import torch


class Option:
    def __init__(self, strike, expiry, steps):
        self.strike, self.expiry, self.steps = strike, expiry, steps

    def lattice(self, spot, vol, rate):
        dt = self.expiry / self.steps
        up = torch.exp(vol * dt ** 0.5)
        p = (torch.exp(torch.tensor(rate * dt)) - 1 / up) / (up - 1 / up)
        k = torch.arange(self.steps + 1)
        prices = spot * up ** (2.0 * k - self.steps)
        return torch.relu(prices - self.strike), p

    def price(self, spot, vol, rate=0.02):
        values, p = self.lattice(spot, vol, rate)
        for level in range(self.steps, 0, -1):
            stay = (1 - p) * values[:level]
            rise = p * values[1:level + 1]
            values[:level] = stay + rise
        return values[0]


vol = torch.tensor(0.25, requires_grad=True)
quotes = {90.0: 14.0, 100.0: 8.5, 110.0: 4.4}
loss = 0.0
for strike, quote in quotes.items():
    loss = loss + (Option(strike, 0.5, 5).price(100.0, vol) - quote) ** 2
loss.backward()
print("vega-like gradient", vol.grad)
