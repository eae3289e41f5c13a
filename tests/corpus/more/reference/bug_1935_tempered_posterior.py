from dataclasses import dataclass

import torch
import torch.nn as nn


@dataclass
class Posterior:
    loc: torch.Tensor
    scale: torch.Tensor

    def draw(self, noise):
        return self.loc + self.scale * noise

    def temper(self, t: float) -> "Posterior":
        self.scale = self.scale * t
        return self

    def kl(self):
        return (0.5 * (self.scale.pow(2) + self.loc.pow(2) - 1.0) - self.scale.log()).sum(-1).mean()


torch.manual_seed(621)
enc, dec = nn.Linear(4, 4), nn.Linear(2, 4)
x = torch.randn(3, 4)
mu, log_scale = enc(x).chunk(2, -1)
q = Posterior(mu, log_scale.exp())
recon = (dec(q.draw(torch.randn(3, 2))) - x).pow(2).mean()
loss = recon + q.temper(0.5).kl()
loss.backward()
