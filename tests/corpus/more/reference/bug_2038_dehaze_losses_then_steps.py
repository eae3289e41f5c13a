import torch
import torch.nn as nn
import torch.nn.functional as F


class Trainer:
    def __init__(self, gen, disc):
        self.gen, self.disc = gen, disc
        self.opts = {"g": torch.optim.Adam(gen.parameters(), 1e-3), "d": torch.optim.Adam(disc.parameters(), 1e-3)}

    def losses(self, hazy, clear):
        fake = self.gen(hazy)
        score = self.disc(fake)
        d_loss = F.softplus(self.disc(fake.detach())).mean() + F.softplus(-self.disc(clear)).mean()
        return {"d": d_loss, "g": F.softplus(-score).mean() + (fake - clear).abs().mean()}

    def step(self, hazy, clear):
        for name, loss in self.losses(hazy, clear).items():
            self.opts[name].zero_grad()
            loss.backward()
        for opt in self.opts.values():
            opt.step()


torch.manual_seed(2138)
gen = nn.Linear(3, 3)
disc = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 1))
trainer = Trainer(gen, disc)
trainer.step(torch.rand(4, 3), torch.rand(4, 3))
