import torch
import torch.nn as nn
import torch.nn.functional as F


def conv_block(cin, cout):
    return nn.Sequential(nn.Conv2d(cin, cout, 3, padding=1), nn.BatchNorm2d(cout), nn.LeakyReLU(0.2))


def train_single_scale(netD, netG, real, Dsteps=1, Gsteps=2, alpha=10.0):
    optimizerD = torch.optim.Adam(netD.parameters(), lr=5e-4, betas=(0.5, 0.999))
    optimizerG = torch.optim.Adam(netG.parameters(), lr=5e-4, betas=(0.5, 0.999))
    noise = torch.randn_like(real)
    for j in range(Dsteps):
        netD.zero_grad()
        errD_real = -netD(real).mean()
        errD_real.backward()
        fake = netG(noise)
        errD_fake = netD(fake.detach()).mean()
        errD_fake.backward()
        optimizerD.step()

    for j in range(Gsteps):
        netG.zero_grad()
        errG = -netD(fake).mean()
        errG.backward(retain_graph=True)
        rec_loss = alpha * F.mse_loss(fake, real)
        rec_loss.backward(retain_graph=True)
        optimizerG.step()
    return errG.item(), rec_loss.item()


torch.manual_seed(5)
netG = nn.Sequential(nn.Conv2d(1, 3, 3, padding=1), nn.Tanh(), nn.Conv2d(3, 1, 3, padding=1), nn.Tanh())
netD = nn.Sequential(*conv_block(1, 3), nn.Conv2d(3, 1, 3, padding=1))
real = torch.rand(1, 1, 6, 6) * 2 - 1
print(train_single_scale(netD, netG, real))
