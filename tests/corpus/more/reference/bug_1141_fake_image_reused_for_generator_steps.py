import torch
import torch.nn as nn

torch.manual_seed(1141)
netG = nn.Sequential(nn.Linear(2, 3), nn.Tanh(), nn.Linear(3, 2))
netD = nn.Linear(2, 1)
optG = torch.optim.SGD(netG.parameters(), lr=0.1)
noise = torch.randn(4, 2)


def train_single_scale(Gsteps):
    for _ in range(Gsteps):
        optG.zero_grad()
        fake = netG(noise)
        errG = -netD(fake).mean() + fake.pow(2).mean()
        errG.backward(retain_graph=True)
        optG.step()


train_single_scale(2)
