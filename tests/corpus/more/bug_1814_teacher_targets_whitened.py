import torch
import torch.nn as nn
import torch.nn.functional as F


def whiten(t):
    t -= t.mean(0)
    t /= t.std(0) + 1e-4
    return t


class Projector(nn.Module):
    def __init__(self):
        super().__init__()
        self.body, self.head = nn.Linear(3, 3), nn.Linear(3, 3)

    def forward(self, x):
        z = torch.tanh(self.body(x))
        return z, self.head(z)


torch.manual_seed(1814)
model = Projector()
z, p = model(torch.randn(6, 3))
target = whiten(z.detach())
loss = F.mse_loss(p, target) + 0.1 * p.pow(2).mean()
loss.backward()
