import torch
import torch.nn as nn
import torch.nn.functional as F


class NegativeQueue(nn.Module):
    def __init__(self, size, dim):
        super().__init__()
        self.register_buffer("bank", F.normalize(torch.randn(size, dim), dim=1))
        self.ptr = 0

    def logits(self, users, items):
        pos = (users * items).sum(1, keepdim=True)
        return torch.cat([pos, users @ self.bank.clone().T], dim=1) / 0.1

    @torch.no_grad()
    def push(self, items):
        self.bank[self.ptr:self.ptr + len(items)] = items
        self.ptr = (self.ptr + len(items)) % len(self.bank)


torch.manual_seed(2305)
encoder, queue = nn.Linear(4, 3), NegativeQueue(6, 3)
for step in range(2):
    encoder.zero_grad()
    users = F.normalize(encoder(torch.randn(2, 4)), dim=1)
    items = F.normalize(torch.randn(2, 3), dim=1)
    loss = F.cross_entropy(queue.logits(users, items), torch.zeros(2, dtype=torch.long))
    loss.backward()
    queue.push(items)
