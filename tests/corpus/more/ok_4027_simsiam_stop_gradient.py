import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(37)
enc, pred = nn.Linear(4, 3), nn.Linear(3, 3)
opt = torch.optim.SGD([*enc.parameters(), *pred.parameters()], lr=0.05)
x = torch.randn(6, 4)


def dist(p, z):
    return -F.cosine_similarity(p, z.detach(), dim=-1).mean()


for it in range(3):
    x1, x2 = x + 0.3 * torch.randn(6, 4), x + 0.3 * torch.randn(6, 4)
    z1, z2 = enc(x1), enc(x2)
    p1, p2 = pred(z1), pred(z2)
    loss = 0.5 * (dist(p1, z2) + dist(p2, z1))
    opt.zero_grad()
    loss.backward()
    opt.step()
std = F.normalize(z1.detach(), dim=1).std(0).mean()
print("loss", loss.item(), "std", std.item())
