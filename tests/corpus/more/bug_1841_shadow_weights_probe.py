from contextlib import contextmanager

import torch
import torch.nn as nn


class Shadow:
    def __init__(self, model):
        self.values = {k: 0.9 * p.detach().clone() for k, p in model.named_parameters()}

    @contextmanager
    def applied_to(self, model):
        backup = {k: p.detach().clone() for k, p in model.named_parameters()}
        with torch.no_grad():
            for k, p in model.named_parameters():
                p.copy_(self.values[k])
        yield model
        with torch.no_grad():
            for k, p in model.named_parameters():
                p.copy_(backup[k])


torch.manual_seed(1841)
net = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 1))
shadow = Shadow(net)
atoms, energy = torch.randn(5, 3), torch.randn(5, 1)
pred = net(atoms)
with shadow.applied_to(net) as ema_net, torch.no_grad():
    ema_pred = ema_net(atoms)
loss = (pred - energy).pow(2).mean() + 0.1 * (pred - ema_pred).pow(2).mean()
loss.backward()
