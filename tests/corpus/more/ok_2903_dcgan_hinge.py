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


torch.manual_seed(999)
netG, netD = Generator(), Discriminator()
netG.apply(weights_init)
netD.apply(weights_init)
fixed_noise = torch.randn(2, 4, 1, 1)
optD = torch.optim.Adam(netD.parameters(), lr=2e-4, betas=(0.5, 0.999))
optG = torch.optim.Adam(netG.parameters(), lr=2e-4, betas=(0.5, 0.999))

for step in range(3):
    netD.zero_grad()
    real = torch.rand(6, 1, 4, 4) * 2 - 1
    errD_real = F.relu(1 - netD(real)).mean()
    errD_real.backward()
    noise = torch.randn(6, 4, 1, 1)
    fake = netG(noise)
    errD_fake = F.relu(1 + netD(fake.detach())).mean()
    errD_fake.backward()
    optD.step()

    netG.zero_grad()
    errG = -netD(fake).mean()
    errG.backward()
    D_G_z2 = (errD_real + errD_fake).item()
    optG.step()

with torch.no_grad():
    preview = netG(fixed_noise).mul_(0.5).add_(0.5)
print(f"loss_G {errG.item():.4f} loss_D {D_G_z2:.4f} preview {preview.mean():.3f}")
