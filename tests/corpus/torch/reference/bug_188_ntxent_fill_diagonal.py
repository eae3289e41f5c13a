import torch
import torch.nn as nn
import torch.nn.functional as F


class NTXent(nn.Module):
    def __init__(self, temperature):
        super().__init__()
        self.temperature = temperature

    def forward(self, a, b):
        n = a.size(0)
        z = F.normalize(torch.cat([a, b]), dim=1)
        sim = torch.exp(z @ z.t() / self.temperature)
        pos = torch.cat([sim.diagonal(n), sim.diagonal(-n)])
        off = sim * (1 - torch.eye(2 * n))
        return -torch.log(pos / off.sum(dim=1)).mean()


torch.manual_seed(311)
proj = nn.Linear(4, 2)
criterion = NTXent(0.5)
opt = torch.optim.SGD(proj.parameters(), lr=0.1, momentum=0.9)

images = torch.randn(3, 4)
views = [images + 0.05 * torch.randn_like(images) for _ in range(2)]
loss = criterion(*(proj(v) for v in views))
loss.backward()
opt.step()
