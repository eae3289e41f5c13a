import torch
import torch.nn as nn
import torch.nn.functional as F


class GANModule(nn.Module):
    def __init__(self):
        super().__init__()
        self.gen = nn.Linear(2, 3)
        self.disc = nn.Sequential(nn.Linear(3, 4), nn.LeakyReLU(0.2), nn.Linear(4, 1))
        self.opt_g = torch.optim.Adam(self.gen.parameters(), lr=0.01)
        self.opt_d = torch.optim.Adam(self.disc.parameters(), lr=0.01)

    def training_step(self, real):
        fake = self.gen(torch.randn(len(real), 2))
        verdict = self.disc(fake)
        g_loss = F.softplus(-verdict).mean()
        d_loss = F.softplus(-self.disc(real)).mean() + F.softplus(self.disc(fake.detach())).mean()
        self.opt_d.zero_grad()
        d_loss.backward()
        self.opt_g.zero_grad()
        g_loss.backward()
        self.opt_d.step()
        return g_loss


torch.manual_seed(1840)
module = GANModule()
loss = module.training_step(torch.randn(5, 3))
module.opt_g.step()
