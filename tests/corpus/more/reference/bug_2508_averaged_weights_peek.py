from contextlib import contextmanager

import torch
import torch.nn as nn


class Averager:
    def __init__(self, params):
        self.params = list(params)
        self.shadow = [0.9 * p.detach() for p in self.params]

    @contextmanager
    def applied(self):
        backup = [p.detach().clone() for p in self.params]
        self._load(self.shadow)
        yield
        self._load(backup)

    @torch.no_grad()
    def _load(self, values):
        for p, v in zip(self.params, values):
            p.copy_(v)


torch.manual_seed(2517)
model = nn.Sequential(nn.Linear(2, 3), nn.Tanh(), nn.Linear(3, 1))
ema = Averager(model.parameters())
x, y, x_val = torch.randn(4, 2), torch.randn(4, 1), torch.randn(3, 2)

with ema.applied(), torch.no_grad():
    peek = model(x_val).mean()
loss = (model(x) - y).pow(2).mean()
loss.backward()
