import torch
import torch.nn as nn

torch.manual_seed(342)
renderer = nn.Linear(2, 4)
WEIGHTS = {"rgb": 1.0, "depth": 0.1, "mask": 0.5}


class LossLedger:
    def __init__(self, names):
        self.sums = {name: torch.zeros(1) for name in names}
        self.counts = dict.fromkeys(names, 0)

    def add(self, name, value):
        self.sums[name] += value
        self.counts[name] += 1

    def total(self, weights):
        return sum(weights[n] * self.sums[n] / max(self.counts[n], 1) for n in self.sums)


ledger = LossLedger(WEIGHTS)
for rays, rgb, depth in zip(torch.randn(3, 5, 2), torch.rand(3, 5, 2), torch.rand(3, 5, 1)):
    out = renderer(rays)
    ledger.add("rgb", (out[:, :2] - rgb).pow(2).mean())
    ledger.add("depth", (out[:, 2:3] - depth).abs().mean())
    ledger.add("mask", nn.functional.softplus(-out[:, 3]).mean())
loss = ledger.total(WEIGHTS)
loss.backward()
