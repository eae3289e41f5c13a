import torch
import torch.nn as nn


class WassersteinCritic:
    def __init__(self, limit=0.2):
        self.net = nn.Sequential(nn.Linear(2, 4), nn.Tanh(), nn.Linear(4, 1))
        self.opt = torch.optim.SGD(self.net.parameters(), lr=0.1)
        self.limit = limit

    def clip(self):
        for m in (self.net[0], self.net[2]):
            for key in ("weight", "bias"):
                fresh = nn.Parameter(getattr(m, key).detach().clamp(-self.limit, self.limit))
                setattr(m, key, fresh)
        self.opt = torch.optim.SGD(self.net.parameters(), lr=0.1)

    def round(self, real, fake):
        self.clip()
        loss = self.net(fake).mean() - self.net(real).mean()
        self.opt.zero_grad()
        loss.backward()
        return loss


torch.manual_seed(274)
critic = WassersteinCritic()
real, fake = torch.randn(4, 2) + 1.0, torch.randn(4, 2)
critic.round(real, fake)
critic.opt.step()
loss = critic.round(real, fake)
