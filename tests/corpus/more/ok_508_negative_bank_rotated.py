import torch
import torch.nn as nn
import torch.nn.functional as F


class Bank(nn.Module):
    def __init__(self, d=2, size=4):
        super().__init__()
        self.q = nn.Linear(3, d)
        self.register_buffer("bank", torch.randn(size, d))
        self.ptr = 0

    def push(self, keys):
        n = len(keys)
        self.bank = torch.cat([keys.detach(), self.bank[:-n]])

    def forward(self, x, keys):
        q = self.q(x)
        logits = torch.cat([(q * keys).sum(1, keepdim=True), q @ self.bank.T], 1)
        self.push(keys)
        return F.cross_entropy(logits, torch.zeros(len(x), dtype=torch.long))


torch.manual_seed(22)
moco = Bank()
x, keys = torch.randn(3, 3), torch.randn(3, 2)
loss = moco(x, keys[:]) + moco(x.flip(0), keys[:2].repeat(2, 1)[:3])
loss.backward()
