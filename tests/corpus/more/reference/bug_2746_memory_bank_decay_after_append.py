from collections import deque

import torch
import torch.nn as nn


class MemoryBank:
    def __init__(self, size, decay):
        self.items = deque(maxlen=size)
        self.decay = decay

    def push(self, z):
        self.items.append(z.detach().clone())
        for item in self.items:
            item *= self.decay

    @property
    def negatives(self):
        return torch.cat(list(self.items))


torch.manual_seed(2746)
encoder = nn.Linear(4, 2)
bank = MemoryBank(size=3, decay=0.9)
bank.push(torch.randn(3, 2))
views = torch.randn(3, 4), torch.randn(3, 4)

anchor, positive = (torch.tanh(encoder(v)) for v in views)
pos = (anchor * positive).sum(1, keepdim=True)
neg = anchor @ bank.negatives.T
bank.push(positive)
loss = -torch.log_softmax(torch.cat([pos, neg], dim=1), dim=1)[:, 0].mean()
loss.backward()
