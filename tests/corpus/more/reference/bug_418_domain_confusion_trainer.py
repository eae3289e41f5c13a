import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(4011)
features = nn.Linear(4, 3)
domain = nn.Sequential(nn.Linear(3, 3), nn.ReLU(), nn.Linear(3, 1))
opt_f = torch.optim.SGD(features.parameters(), lr=0.1)
opt_d = torch.optim.Adam(domain.parameters(), lr=0.01)


def adversarial_round(source, target):
    zs, zt = features(source), features(target)
    guess_target = domain(zt)
    d_loss = F.softplus(-domain(zs.detach())).mean() + F.softplus(domain(zt.detach())).mean()
    opt_d.zero_grad()
    d_loss.backward()
    f_loss = F.softplus(-guess_target).mean()
    opt_f.zero_grad()
    f_loss.backward()
    opt_d.step()
    return f_loss


loss = adversarial_round(torch.randn(5, 4), torch.randn(5, 4) + 1.0)
