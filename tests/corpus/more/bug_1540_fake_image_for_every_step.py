import torch
import torch.nn as nn

torch.manual_seed(1540)
netG = nn.Sequential(nn.Linear(3, 4), nn.LeakyReLU(0.2), nn.Linear(4, 3))
netD = nn.Linear(3, 1)
optimizerG = torch.optim.SGD(netG.parameters(), lr=0.1)
optimizerD = torch.optim.SGD(netD.parameters(), lr=0.1)
real, noise = torch.randn(4, 3), torch.randn(4, 3)

fake = netG(noise)
optimizerD.zero_grad()
errD = netD(fake.detach()).mean() - netD(real).mean()
errD.backward()
optimizerD.step()
for j in range(2):
    optimizerG.zero_grad()
    errG = -netD(fake).mean()
    errG.backward(retain_graph=True)
    optimizerG.step()
