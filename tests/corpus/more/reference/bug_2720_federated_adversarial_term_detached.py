import torch
import torch.nn as nn
import torch.nn.functional as F


class SiteTrainer:
    def __init__(self, weight=0.5):
        self.encoder = nn.Linear(3, 4)
        self.decoder = nn.Linear(4, 3)
        self.domain = nn.Linear(4, 2)
        self.weight, self.log = weight, []

    def adversarial(self, latent, site):
        flipped = torch.full((len(latent),), 1 - site, dtype=torch.long)
        return F.cross_entropy(self.domain(latent), flipped)

    def local_step(self, kspace, target, site):
        latent = torch.relu(self.encoder(kspace))
        loss_recon = F.l1_loss(self.decoder(latent), target)
        loss_adv = self.adversarial(latent, site)
        self.log.append(loss_adv.item())
        loss = loss_recon + self.weight * loss_adv
        loss.backward()


torch.manual_seed(2720)
trainer = SiteTrainer()
trainer.local_step(torch.randn(6, 3), torch.randn(6, 3), site=0)
