import torch
import torch.nn as nn
import torch.nn.functional as F


class InversionTrainer:
    def __init__(self, E, D):
        self.E, self.D = E, D
        self.opt_e = torch.optim.Adam(E.parameters(), lr=1e-3)
        self.opt_d = torch.optim.Adam(D.parameters(), lr=1e-3)

    def step(self, real):
        rec = self.E(real)
        e_loss = (rec - real).pow(2).mean() + 0.5 * F.softplus(-self.D(rec)).mean()
        self.opt_e.zero_grad()
        e_loss.backward()
        self.opt_e.step()

        d_loss = F.softplus(-self.D(real)).mean() + F.softplus(self.D(rec.detach())).mean()
        d_loss.backward()
        self.opt_d.step()
        return e_loss.item(), d_loss.item()


torch.manual_seed(83)
trainer = InversionTrainer(nn.Linear(3, 3), nn.Linear(3, 1))
print(trainer.step(torch.randn(6, 3) + 1))
