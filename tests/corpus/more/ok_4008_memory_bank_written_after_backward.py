import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(18)
enc = nn.Linear(3, 4, bias=False)
opt = torch.optim.SGD(enc.parameters(), lr=0.1)
bank = F.normalize(torch.randn(8, 4), dim=1)
data = torch.randn(8, 3)

for step in range(4):
    idx = torch.arange(step * 2, step * 2 + 2)
    x = data[idx]
    q = F.normalize(enc(x), dim=1)
    logits = q @ bank.t() / 0.2
    loss = F.cross_entropy(logits, idx)
    opt.zero_grad()
    loss.backward()
    opt.step()
    bank[idx] = F.normalize(0.5 * bank[idx] + 0.5 * q.detach(), dim=1)
print("bank norm", bank.norm(dim=1).mean().item())
