import torch
import torch.nn as nn

torch.manual_seed(1115)
netG = nn.Sequential(nn.Linear(2, 3), nn.Tanh(), nn.Linear(3, 2))
netD = nn.Sequential(nn.Linear(2, 3), nn.LeakyReLU(0.2), nn.Linear(3, 1))
optG = torch.optim.Adam(netG.parameters(), lr=0.05)
optD = torch.optim.Adam(netD.parameters(), lr=0.05)
noise, real = torch.randn(4, 2), torch.randn(4, 2)
cfg = {"Dsteps": 2, "Gsteps": 3}

for _ in range(cfg["Dsteps"]):
    optD.zero_grad()
    fake = netG(noise)
    errD = netD(fake.detach()).mean() - netD(real).mean()
    errD.backward()
    optD.step()

for _ in range(cfg["Gsteps"]):
    optG.zero_grad()
    errG = -netD(fake).mean()
    errG.backward(retain_graph=True)
optG.step()
