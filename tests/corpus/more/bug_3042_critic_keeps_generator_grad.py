import torch
import torch.nn as nn
import torch.nn.functional as F


class Trainer:
    def __init__(self, gen, dis, lr):
        self.gen, self.dis = gen, dis
        self.g_opt = torch.optim.SGD(gen.parameters(), lr=lr)
        self.d_opt = torch.optim.SGD(dis.parameters(), lr=lr)

    def step(self, real, z):
        self.g_opt.zero_grad()
        self.d_opt.zero_grad()
        fake = self.gen(z)
        g_loss = F.softplus(-self.dis(fake)).mean()
        g_loss.backward()
        self.g_opt.step()

        d_fake = F.softplus(self.dis(fake.detach())).mean()
        d_loss = d_fake + F.softplus(-self.dis(real)).mean()
        d_loss.backward()
        self.d_opt.step()
        return g_loss.item(), d_loss.item()


torch.manual_seed(3120)
gen, dis = nn.Linear(2, 3), nn.Linear(3, 1)
trainer = Trainer(gen, dis, lr=0.05)
trainer.step(torch.randn(4, 3), torch.randn(4, 2))
