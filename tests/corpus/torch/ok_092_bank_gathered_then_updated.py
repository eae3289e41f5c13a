import torch
import torch.nn as nn
import torch.nn.functional as F


class Memory(nn.Module):
    def __init__(self, n, dim):
        super().__init__()
        self.register_buffer("bank", F.normalize(torch.randn(n, dim), dim=1))
        self.register_buffer("age", torch.zeros(n))

    def forward(self, z, idx, negatives):
        pos = (z * self.bank[idx]).sum(1, keepdim=True)
        neg = (z.unsqueeze(1) * self.bank[negatives]).sum(-1)
        with torch.no_grad():
            self.bank[idx] = F.normalize(0.5 * self.bank[idx] + 0.5 * z, dim=1)
            self.age += 1
            self.age[idx] = 0
        return torch.cat([pos, neg], dim=1)


torch.manual_seed(122)
f = nn.Linear(4, 3)
memory = Memory(6, 3)
x = torch.randn(6, 4)
loss = 0.0
for idx in torch.arange(6).split(2):
    logits = memory(F.normalize(f(x[idx]), dim=1), idx, torch.randint(0, 6, (2, 3)))
    loss = loss + F.cross_entropy(logits / 0.3, torch.zeros(2, dtype=torch.long))
loss.backward()
