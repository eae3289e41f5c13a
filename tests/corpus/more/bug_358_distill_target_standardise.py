import torch
import torch.nn as nn


def standardise(z):
    z.sub_(z.mean(dim=0))
    z.div_(z.std(dim=0) + 1e-4)
    return z


class SelfDistill(nn.Module):
    def __init__(self, projector, predictor):
        super().__init__()
        self.projector = projector
        self.predictor = predictor

    def forward(self, view_a, view_b):
        za, zb = self.projector(view_a), self.projector(view_b)
        pa, pb = self.predictor(za), self.predictor(zb)
        ta, tb = standardise(za.detach()), standardise(zb.detach())
        return ((pa - tb).square() + (pb - ta).square()).mean()


torch.manual_seed(65)
projector, predictor = nn.Linear(4, 3), nn.Linear(3, 3)
model = SelfDistill(projector, predictor)
x = torch.randn(6, 4)
loss = model(x, x + 0.1 * torch.randn(6, 4))
loss.backward()
