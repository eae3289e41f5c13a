import itertools
import random

import torch
import torch.nn as nn
import torch.nn.functional as F


class ImagePool:
    def __init__(self, size):
        self.size, self.images = size, []

    def query(self, batch):
        out = []
        for img in batch.detach():
            img = img.unsqueeze(0)
            if len(self.images) < self.size:
                self.images.append(img)
                out.append(img)
            elif random.random() > 0.5:
                k = random.randrange(self.size)
                out.append(self.images[k].clone())
                self.images[k] = img
            else:
                out.append(img)
        return torch.cat(out)


class Translator(nn.Module):
    def __init__(self):
        super().__init__()
        self.inp = nn.Conv2d(1, 3, 3, padding=1)
        self.norm = nn.InstanceNorm2d(3)
        self.out = nn.Conv2d(3, 1, 3, padding=1)

    def forward(self, x):
        return torch.tanh(self.out(F.relu(self.norm(self.inp(x)), inplace=True)))


class CycleGAN:
    def __init__(self):
        self.g_ab, self.g_ba = Translator(), Translator()
        self.d_a, self.d_b = nn.Conv2d(1, 1, 3, stride=2), nn.Conv2d(1, 1, 3, stride=2)
        self.pool_a, self.pool_b = ImagePool(3), ImagePool(3)
        self.opt_g = torch.optim.Adam(itertools.chain(self.g_ab.parameters(), self.g_ba.parameters()), lr=1e-3)
        self.opt_d = torch.optim.Adam(itertools.chain(self.d_a.parameters(), self.d_b.parameters()), lr=1e-3)

    @staticmethod
    def set_requires_grad(nets, flag):
        for net in nets:
            for p in net.parameters():
                p.requires_grad = flag

    def step(self, a, b):
        fake_b = self.g_ab(a)
        fake_a = self.g_ba(b)
        cycle = F.l1_loss(self.g_ba(fake_b), a) + F.l1_loss(self.g_ab(fake_a), b)
        self.set_requires_grad([self.d_a, self.d_b], False)
        adv = (self.d_b(fake_b) - 1).pow(2).mean() + (self.d_a(fake_a) - 1).pow(2).mean()
        self.opt_g.zero_grad()
        loss_g = adv + 10.0 * cycle
        loss_g.backward()
        self.opt_g.step()

        self.set_requires_grad([self.d_a, self.d_b], True)
        self.opt_d.zero_grad()
        loss_d = 0.0
        for d, real, fake, pool in ((self.d_a, a, fake_a, self.pool_a), (self.d_b, b, fake_b, self.pool_b)):
            part = 0.5 * ((d(real) - 1).pow(2).mean() + d(pool.query(fake)).pow(2).mean())
            part.backward()
            loss_d += part.item()
        self.opt_d.step()
        return loss_g.item(), loss_d


random.seed(7)
torch.manual_seed(106)
model = CycleGAN()
for it in range(4):
    stats = model.step(torch.rand(2, 1, 6, 6), 1 - torch.rand(2, 1, 6, 6).pow(2))
print("g %.4f d %.4f" % stats)
