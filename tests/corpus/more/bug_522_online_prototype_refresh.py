import torch
import torch.nn as nn
import torch.nn.functional as F


class Clusterer(nn.Module):
    def __init__(self, d, k):
        super().__init__()
        self.embed = nn.Linear(d, d, bias=False)
        self.register_buffer("prototypes", F.normalize(torch.randn(k, d), dim=1))

    def assign(self, z):
        scores = z @ self.prototypes.T
        return scores, scores.argmax(1)

    def refresh(self, z, owner):
        for k in owner.unique():
            centre = z[owner == k].detach().mean(0)
            self.prototypes[k] = F.normalize(0.7 * self.prototypes[k] + 0.3 * centre, dim=0)


torch.manual_seed(21)
model = Clusterer(2, 3)
x = torch.randn(6, 2)
z = model.embed(x)
scores, owner = model.assign(z)
model.refresh(z, owner)
loss = F.cross_entropy(scores / 0.5, owner)
loss.backward()
