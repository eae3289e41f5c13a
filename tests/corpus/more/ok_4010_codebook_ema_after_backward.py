import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(20)
enc, dec = nn.Linear(4, 2), nn.Linear(2, 4)
codes, counts, sums = torch.randn(5, 2), torch.ones(5), torch.zeros(5, 2)
sums.copy_(codes)
opt = torch.optim.SGD([*enc.parameters(), *dec.parameters()], lr=0.05)
x = torch.randn(9, 4)
for it in range(3):
    z = enc(x)
    k = torch.cdist(z.detach(), codes).argmin(1)
    q = codes[k]
    out = dec(z + (q - z).detach())
    loss = F.mse_loss(out, x) + 0.25 * F.mse_loss(z, q)
    opt.zero_grad()
    loss.backward()
    opt.step()
    one_hot = F.one_hot(k, 5).float()
    counts.mul_(0.9).add_(one_hot.sum(0), alpha=0.1)
    sums.mul_(0.9).add_(one_hot.t() @ z.detach(), alpha=0.1)
    codes.copy_(sums / counts.clamp(min=1e-2).unsqueeze(1))
print("loss", loss.item(), "used", k.unique().numel())
