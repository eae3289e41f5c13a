import torch


class Gbm:
    def __init__(self, s0, sigma, mu=0.02):
        self.s0, self.sigma, self.mu = s0, sigma, mu

    def paths(self, n, steps, dt):
        noise = torch.randn(n, steps).mul_(dt ** 0.5)
        x = (self.sigma * noise).cumsum(1)
        x.add_((self.mu - 0.5 * self.sigma ** 2) * dt * torch.arange(1, steps + 1))
        x.exp_()
        return self.s0 * x


torch.manual_seed(2701)
sigma = torch.tensor(0.3, requires_grad=True)
paths = Gbm(1.0, sigma).paths(8, 4, 0.25)
loss = torch.relu(paths.max(1).values - 1.0).mean()
loss.backward()
