import torch
import torch.nn as nn
import torch.nn.functional as F


def weights_init(m):
    classname = m.__class__.__name__
    if classname.find("Conv") != -1:
        m.weight.data.normal_(0.0, 0.2)
    elif classname.find("BatchNorm") != -1:
        m.weight.data.normal_(1.0, 0.02)
        m.bias.data.fill_(0)


class Generator(nn.Module):
    def __init__(self, nz=4, ngf=3):
        super().__init__()
        self.main = nn.Sequential(
            nn.ConvTranspose2d(nz, ngf * 2, 2, 1, 0, bias=False), nn.BatchNorm2d(ngf * 2), nn.ReLU(True),
            nn.ConvTranspose2d(ngf * 2, 1, 4, 2, 1, bias=False), nn.Tanh())

    def forward(self, z):
        return self.main(z)


class Discriminator(nn.Module):
    def __init__(self, ndf=3):
        super().__init__()
        self.main = nn.Sequential(
            nn.Conv2d(1, ndf, 4, 2, 1, bias=False), nn.LeakyReLU(0.2, inplace=True),
            nn.Conv2d(ndf, ndf * 2, 2, 1, 0, bias=False), nn.BatchNorm2d(ndf * 2), nn.LeakyReLU(0.2, inplace=True),
            nn.Conv2d(ndf * 2, 1, 1))

    def forward(self, x):
        return self.main(x).view(-1)

from types import SimpleNamespace as NS
torch.manual_seed(999)
netG, netD = Generator(), Discriminator()
netG.apply(weights_init)
netD.apply(weights_init)
torch.randn(2, 4, 1, 1)
gp = {k: v.detach().clone() for k, v in netG.named_parameters()}
dp = {k: v.detach().clone() for k, v in netD.named_parameters()}


def bn(x, w, b):
    m = x.mean((0, 2, 3), keepdim=True)
    v = (x - m).pow(2).mean((0, 2, 3), keepdim=True)
    return (x - m) / (v + 1e-5).sqrt() * w.view(1, -1, 1, 1) + b.view(1, -1, 1, 1)


def lrelu(x):
    return torch.where(x > 0, x, 0.2 * x)


def G(p, z):
    h = F.conv_transpose2d(z, p["main.0.weight"])
    h = bn(h, p["main.1.weight"], p["main.1.bias"])
    h = torch.where(h > 0, h, torch.zeros_like(h))
    return torch.tanh(F.conv_transpose2d(h, p["main.3.weight"], None, 2, 1))


def D(p, x):
    h = lrelu(F.conv2d(x, p["main.0.weight"], None, 2, 1))
    h = lrelu(bn(F.conv2d(h, p["main.2.weight"]), p["main.3.weight"], p["main.3.bias"]))
    return F.conv2d(h, p["main.5.weight"], p["main.5.bias"]).reshape(-1)


class Adam:
    def __init__(self, p):
        self.m = {k: 0 for k in p}
        self.v = {k: 0 for k in p}
        self.t = 0

    def step(self, p, g):
        self.t += 1
        out = {}
        for k in p:
            self.m[k] = 0.5 * self.m[k] + 0.5 * g[k]
            self.v[k] = 0.999 * self.v[k] + 0.001 * g[k] ** 2
            mh = self.m[k] / (1 - 0.5 ** self.t)
            vh = self.v[k] / (1 - 0.999 ** self.t)
            out[k] = p[k] - 2e-4 * mh / (vh.sqrt() + 1e-8)
        return out


oD, oG = Adam(dp), Adam(gp)
for step in range(3):
    real = torch.rand(6, 1, 4, 4) * 2 - 1
    noise = torch.randn(6, 4, 1, 1)
    fake = G(gp, noise)
    gD = torch.func.grad(lambda p: (1 - D(p, real)).clamp(min=0).mean() + (1 + D(p, fake)).clamp(min=0).mean())(dp)
    dp = oD.step(dp, gD)
    gG = torch.func.grad(lambda p: -D(dp, G(p, noise)).mean())(gp)
    gp = oG.step(gp, gG)
netG = NS(main=[NS(weight=NS(grad=gG["main.0.weight"]))])
