import copy

import torch
import torch.nn as nn
import torch.nn.functional as F


class Queue(nn.Module):
    def __init__(self, size, dim):
        super().__init__()
        self.register_buffer("bank", F.normalize(torch.randn(size, dim), dim=1))
        self.cursor = 0

    @torch.no_grad()
    def enqueue(self, keys):
        idx = (self.cursor + torch.arange(len(keys))) % len(self.bank)
        self.bank[idx] = keys
        self.cursor = int(idx[-1]) + 1


torch.manual_seed(14)
online = nn.Linear(3, 2)
target = copy.deepcopy(online).requires_grad_(False)
queue = Queue(4, 2)
for _ in range(2):
    x = torch.randn(3, 3)
    with torch.no_grad():
        for a, b in zip(online.parameters(), target.parameters()):
            b.lerp_(a, 0.1)
        keys = F.normalize(target(x), dim=1)
    q = F.normalize(online(x), dim=1)
    logits = torch.cat([(q * keys).sum(1, keepdim=True), q @ queue.bank.T], dim=1)
    online.zero_grad()
    loss = F.cross_entropy(logits / 0.2, torch.zeros(3, dtype=torch.long))
    loss.backward()
    queue.enqueue(keys)
