import torch
import torch.nn as nn


class BetaFilter(nn.Module):
    def __init__(self):
        super().__init__()
        self.phi = nn.Parameter(torch.tensor([[0.9, 0.05], [0.0, 0.8]]))
        self.log_r = nn.Parameter(torch.tensor(-1.0))

    def reset(self):
        self.mean = torch.zeros(2)
        self.cov = torch.eye(2)

    def predict(self):
        return self.phi @ self.mean, self.phi @ self.cov @ self.phi.T + 0.1 * torch.eye(2)

    def update(self, market, asset):
        h = torch.stack([torch.ones(()), market])
        mean, cov = self.predict()
        miss = asset - h @ mean
        s = h @ cov @ h + self.log_r.exp()
        gain = cov @ h / s
        self.mean = mean + gain * miss
        self.cov.copy_(cov - torch.outer(gain, h @ cov))
        return 0.5 * (miss**2 / s + s.log())


torch.manual_seed(1311)
kf = BetaFilter()
returns = torch.randn(4, 2)
kf.reset()
loss = sum(kf.update(m, a) for m, a in returns)
loss.backward()
