import torch
import torch.nn as nn

torch.manual_seed(2515)
netG = nn.Sequential(nn.Conv1d(1, 2, 3, padding=1), nn.LeakyReLU(0.2), nn.Conv1d(2, 1, 1))
netD = nn.Sequential(nn.Conv1d(1, 2, 3), nn.LeakyReLU(0.2), nn.Conv1d(2, 1, 1))
optG = torch.optim.SGD(netG.parameters(), lr=0.05)
optD = torch.optim.SGD(netD.parameters(), lr=0.05)
real, noise = torch.randn(1, 1, 6), torch.randn(1, 1, 6)


def train_scale(steps_d=1, steps_g=2, alpha=0.1):
    for _ in range(steps_d):
        optD.zero_grad()
        fake = netG(noise)
        errD = netD(fake.detach()).mean() - netD(real).mean()
        errD.backward()
        optD.step()
    for _ in range(steps_g):
        optG.zero_grad()
        fake = netG(noise)
        errG = -netD(fake).mean() + alpha * (fake - real).pow(2).mean()
        errG.backward()
        optG.step()
    return errG


loss = train_scale()
