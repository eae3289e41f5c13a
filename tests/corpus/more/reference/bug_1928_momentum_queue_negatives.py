import copy

import torch
import torch.nn as nn
import torch.nn.functional as F


class MomentumContrast(nn.Module):
    def __init__(self, dim, size):
        super().__init__()
        self.query = nn.Linear(4, dim)
        self.key = copy.deepcopy(self.query)
        self.register_buffer("queue", F.normalize(torch.randn(dim, size), dim=0))
        self.ptr = 0

    @torch.no_grad()
    def enqueue(self, keys):
        self.queue[:, self.ptr:self.ptr + len(keys)] = keys.T
        self.ptr = (self.ptr + len(keys)) % self.queue.shape[1]

    def forward(self, im_q, im_k):
        q = F.normalize(self.query(im_q), dim=1)
        with torch.no_grad():
            k = F.normalize(self.key(im_k), dim=1)
        pos = (q * k).sum(1, keepdim=True)
        neg = q @ self.queue.clone()
        self.enqueue(k)
        return torch.cat([pos, neg], dim=1) / 0.2


torch.manual_seed(179)
model = MomentumContrast(dim=3, size=6)
logits = model(torch.randn(2, 4), torch.randn(2, 4))
loss = F.cross_entropy(logits, torch.zeros(2, dtype=torch.long))
loss.backward()
