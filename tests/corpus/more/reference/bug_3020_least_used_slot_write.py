import torch
import torch.nn as nn


class SlotMemory(nn.Module):
    def __init__(self, slots, dim):
        super().__init__()
        self.init = nn.Parameter(0.1 * torch.randn(slots, dim))
        self.gain = 1.5

    def pick(self, mem, key):
        with torch.no_grad():
            sims = mem @ key
        return int(sims.argmin())

    def forward(self, keys, values):
        mem = self.init * self.gain
        for k, v in zip(keys, values):
            slot = self.pick(mem, k)
            rows = list(mem.unbind(0))
            rows[slot] = v
            mem = torch.stack(rows)
        return mem


torch.manual_seed(3021)
memory = SlotMemory(3, 2)
ctrl = nn.Linear(3, 2)
xs = torch.randn(2, 3)
out = memory(torch.randn(2, 2), ctrl(xs))
loss = (out - 1.0).pow(2).sum()
loss.backward()
