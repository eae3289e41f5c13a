import torch
import torch.nn as nn


class PotentialNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(3, 4), nn.Softplus(), nn.Linear(4, 1))

    def forward(self, pos):
        return self.net(pos).sum(dim=(1, 2))


class ForceTrainer:
    def __init__(self, model, force_weight=1.0):
        self.model, self.force_weight = model, force_weight

    def loss(self, pos, energy, force):
        pos = pos.clone().requires_grad_()
        pred = self.model(pos)
        slope = torch.autograd.grad(pred.sum(), pos, create_graph=True)[0]
        energy_term = (pred - energy).pow(2).mean()
        force_term = (-slope - force).pow(2).mean()
        return energy_term + self.force_weight * force_term


torch.manual_seed(2636)
trainer = ForceTrainer(PotentialNet())
pos, energy, force = torch.randn(2, 3, 3), torch.randn(2), torch.randn(2, 3, 3)
loss = trainer.loss(pos, energy, force)
loss.backward()
