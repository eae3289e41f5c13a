import contextlib

import torch
import torch.nn as nn


class ParamEMA:
    def __init__(self, module, decay=0.9):
        self.module, self.decay = module, decay
        self.shadow = [p.detach().clone() for p in module.parameters()]

    @torch.no_grad()
    def update(self):
        for s, p in zip(self.shadow, self.module.parameters()):
            s.lerp_(p, 1 - self.decay)

    @contextlib.contextmanager
    def averaged(self):
        backup = [p.detach().clone() for p in self.module.parameters()]
        self._load(self.shadow)
        yield self.module
        self._load(backup)

    @torch.no_grad()
    def _load(self, values):
        for p, v in zip(self.module.parameters(), values):
            p.copy_(v)


torch.manual_seed(325)
model = nn.Sequential(nn.Linear(2, 3), nn.SiLU(), nn.Linear(3, 1))
opt = torch.optim.AdamW(model.parameters(), lr=1e-2)
ema = ParamEMA(model)
x, y = torch.randn(6, 2), torch.randn(6, 1)
x_val, y_val = torch.randn(3, 2), torch.randn(3, 1)

loss = (model(x) - y).pow(2).mean()
with ema.averaged() as smooth, torch.no_grad():
    val = (smooth(x_val) - y_val).pow(2).mean().item()
opt.zero_grad()
loss.backward()
opt.step()
ema.update()
