import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(328)


class NegativeQueue(nn.Module):
    def __init__(self, size, dim):
        super().__init__()
        self.register_buffer("bank", F.normalize(torch.randn(size, dim), dim=1))
        self.cursor = 0

    def push(self, keys):
        end = self.cursor + len(keys)
        self.bank[self.cursor:end] = keys
        self.cursor = end % len(self.bank)

    def logits(self, q):
        return q @ self.bank.t()


def info_nce(q, k, queue, tau=0.2):
    pos = (q * k).sum(1, keepdim=True)
    logits = torch.cat([pos, queue.logits(q)], dim=1) / tau
    queue.push(k)
    return F.cross_entropy(logits, torch.zeros(len(q), dtype=torch.long))


query, key = nn.Linear(3, 2), nn.Linear(3, 2)
queue = NegativeQueue(6, 2)
x = torch.randn(2, 3)
q = F.normalize(query(x), dim=1)
with torch.no_grad():
    k = F.normalize(key(x + 0.1), dim=1)
loss = info_nce(q, k, queue)
loss.backward()
