import torch
import torch.nn as nn
import torch.nn.functional as F


class Trainer:
    def __init__(self):
        self.G = nn.Linear(2, 3)
        self.D = nn.Sequential(nn.Linear(3, 4), nn.LeakyReLU(0.2), nn.Linear(4, 1))
        self.opts = {k: torch.optim.SGD(m.parameters(), lr=0.1) for k, m in (("d", self.D), ("g", self.G))}

    def losses(self, z, real):
        fake = self.G(z)
        d = F.softplus(self.D(fake.detach())).mean() + F.softplus(-self.D(real)).mean()
        g = F.softplus(-self.D(fake)).mean()
        return {"d": d, "g": g}

    def step(self, z, real):
        losses = self.losses(z, real)
        for name in ("g", "d"):
            self.opts[name].zero_grad()
            losses[name].backward()
            self.opts[name].step()
        return losses


torch.manual_seed(1639)
trainer = Trainer()
losses = trainer.step(torch.randn(4, 2), torch.randn(4, 3))
