import torch
import torch.nn as nn


class Trainer:
    def __init__(self):
        self.gen = nn.Linear(2, 3)
        self.disc = nn.Sequential(nn.Linear(3, 4), nn.Softplus(), nn.Linear(4, 1))
        self.opt_g = torch.optim.Adam(self.gen.parameters(), lr=1e-2)
        self.opt_d = torch.optim.Adam(self.disc.parameters(), lr=1e-2)
        self.bce = nn.BCEWithLogitsLoss()

    def losses(self, real, noise):
        fake = self.gen(noise)
        on_fake = self.disc(fake)
        on_detached = self.disc(fake.detach())
        ones, zeros = torch.ones_like(on_fake), torch.zeros_like(on_fake)
        d_loss = self.bce(self.disc(real), ones) + self.bce(on_detached, zeros)
        return self.bce(on_fake, ones), d_loss

    def step(self, real, noise):
        g_loss, d_loss = self.losses(real, noise)
        self.opt_g.zero_grad()
        g_loss.backward()
        self.opt_d.zero_grad()
        d_loss.backward()
        self.opt_d.step()
        self.opt_g.step()
        return g_loss.item()


torch.manual_seed(55)
trainer = Trainer()
trainer.step(torch.randn(6, 3), torch.randn(6, 2))
