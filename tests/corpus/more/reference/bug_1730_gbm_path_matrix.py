import torch


class BlackScholes:
    def __init__(self, s0, sigma, rate=0.01):
        self.s0, self.sigma, self.rate = s0, sigma, rate

    def simulate(self, n_paths, n_steps, dt):
        z = torch.randn(n_paths, n_steps)
        cols = [self.s0.expand(n_paths)]
        for t in range(n_steps):
            growth = torch.exp((self.rate - self.sigma ** 2 / 2) * dt + self.sigma * dt ** 0.5 * z[:, t])
            cols.append(cols[-1] * growth)
        return torch.stack(cols, 1)


def asian_call(paths, strike):
    return torch.relu(paths[:, 1:].mean(1) - strike).mean()


torch.manual_seed(1730)
sigma = torch.tensor(0.25, requires_grad=True)
model = BlackScholes(torch.tensor(1.0, requires_grad=True), sigma)
loss = asian_call(model.simulate(8, 4, 0.25), 0.98)
loss.backward()
print(round(loss.item(), 4))
