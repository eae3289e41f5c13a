import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(802)
enc = nn.Linear(3, 2, bias=False)
memory = F.normalize(torch.randn(6, 2), dim=1)
x, y = torch.randn(2, 3), torch.tensor([1, 4])
picked = torch.tensor([[1, 0, 5], [4, 2, 3]])

v = F.normalize(enc(x), dim=1)
weight = torch.index_select(memory, 0, picked.view(-1)).view(2, 3, 2)
logits = torch.bmm(weight, v[:, :, None]).squeeze(2) / 0.5
with torch.no_grad():
    pos = torch.index_select(memory, 0, y)
    pos.mul_(0.5).add_(v, alpha=0.5)
    memory.index_copy_(0, y, F.normalize(pos, dim=1))
loss = F.cross_entropy(logits, torch.zeros(2, dtype=torch.long))
loss.backward()
