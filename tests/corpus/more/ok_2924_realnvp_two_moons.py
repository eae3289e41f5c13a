import math
import torch
from torch import nn
from torch import distributions


class RealNVP(nn.Module):
    def __init__(self, nets, nett, mask, prior):
        super().__init__()
        self.prior = prior
        self.mask = nn.Parameter(mask, requires_grad=False)
        self.t = nn.ModuleList([nett() for _ in range(len(mask))])
        self.s = nn.ModuleList([nets() for _ in range(len(mask))])

    def g(self, z):
        x = z
        for i in range(len(self.t)):
            x_ = x * self.mask[i]
            s = self.s[i](x_) * (1 - self.mask[i])
            t = self.t[i](x_) * (1 - self.mask[i])
            x = x_ + (1 - self.mask[i]) * (x * torch.exp(s) + t)
        return x

    def f(self, x):
        log_det_J, z = x.new_zeros(x.shape[0]), x
        for i in reversed(range(len(self.t))):
            z_ = self.mask[i] * z
            s = self.s[i](z_) * (1 - self.mask[i])
            t = self.t[i](z_) * (1 - self.mask[i])
            z = (1 - self.mask[i]) * (z - t) * torch.exp(-s) + z_
            log_det_J -= s.sum(dim=1)
        return z, log_det_J

    def log_prob(self, x):
        z, logp = self.f(x)
        logp += self.prior.log_prob(z)
        return logp


def moons(n):
    th = torch.rand(n) * math.pi
    side = torch.randint(0, 2, (n,)) * 2 - 1
    pts = torch.stack([torch.cos(th) * side, torch.sin(th) * side], 1)
    pts[:, 0] += 0.5 * (side < 0)
    pts.add_(torch.randn(n, 2), alpha=0.05)
    return pts


torch.manual_seed(2)
nets = lambda: nn.Sequential(nn.Linear(2, 5), nn.LeakyReLU(inplace=True), nn.Linear(5, 2), nn.Tanh())
nett = lambda: nn.Sequential(nn.Linear(2, 5), nn.LeakyReLU(inplace=True), nn.Linear(5, 2))
masks = torch.tensor([[0.0, 1.0], [1.0, 0.0]] * 2)
prior = distributions.MultivariateNormal(torch.zeros(2), torch.eye(2))
flow = RealNVP(nets, nett, masks, prior)
optimizer = torch.optim.Adam([p for p in flow.parameters() if p.requires_grad], lr=1e-3)
for t in range(3):
    batch = moons(8)
    loss = -flow.log_prob(batch).mean()
    optimizer.zero_grad()
    loss.backward(retain_graph=True)
    optimizer.step()
samples = flow.g(prior.sample((4,))).detach().numpy()
