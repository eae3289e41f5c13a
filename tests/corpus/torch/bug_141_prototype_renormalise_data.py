import torch
import torch.nn as nn
import torch.nn.functional as F


class Prototypes(nn.Module):
    def __init__(self, dim, count):
        super().__init__()
        self.layer = nn.Linear(dim, count, bias=False)

    def normalise(self):
        w = self.layer.weight.data
        w.div_(w.norm(dim=1, keepdim=True))

    def forward(self, z):
        return self.layer(F.normalize(z, dim=1))


def swapped_loss(scores_a, scores_b, tau=0.3):
    qa, qb = torch.softmax(scores_a / 0.1, 1).detach(), torch.softmax(scores_b / 0.1, 1).detach()
    return -(qa * F.log_softmax(scores_b / tau, 1) + qb * F.log_softmax(scores_a / tau, 1)).sum(1).mean()


torch.manual_seed(60)
backbone = nn.Linear(4, 3)
protos = Prototypes(3, 4)
x = torch.randn(6, 4)
views = [x + 0.2 * torch.randn_like(x) for _ in range(2)]
scores = [protos(backbone(v)) for v in views]
protos.normalise()
loss = swapped_loss(*scores)
loss.backward()
