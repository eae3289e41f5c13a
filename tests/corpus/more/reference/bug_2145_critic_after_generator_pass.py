import torch
import torch.nn as nn
import torch.nn.functional as F


class GAN:
    def __init__(self):
        self.generator = nn.Linear(2, 3)
        self.discriminator = nn.Sequential(nn.Linear(3, 4), nn.LeakyReLU(0.2), nn.Linear(4, 1))
        self.opt_g = torch.optim.Adam(self.generator.parameters(), lr=0.01)
        self.opt_d = torch.optim.Adam(self.discriminator.parameters(), lr=0.01)

    def adversarial(self, x, is_real):
        pred = self.discriminator(x)
        return F.binary_cross_entropy_with_logits(pred, torch.full_like(pred, float(is_real)))

    def step(self, real, z):
        self.opt_g.zero_grad()
        self.adversarial(self.generator(z), True).backward()
        self.opt_g.step()
        fake = self.generator(z).detach()
        d_loss = 0.5 * (self.adversarial(real, True) + self.adversarial(fake, False))
        self.opt_d.zero_grad()
        d_loss.backward()
        self.opt_d.step()


torch.manual_seed(45)
gan = GAN()
gan.step(torch.randn(4, 3), torch.randn(4, 2))
