import torch
import torch.nn as nn

torch.manual_seed(1340)
netG = nn.Sequential(nn.Linear(2, 4), nn.Tanh(), nn.Linear(4, 3))
netD = nn.Linear(3, 1)
optG = torch.optim.Adam(netG.parameters(), lr=5e-4)
noise = torch.randn(6, 2)

fake = netG(noise)
for j in range(3):
    netG.zero_grad()
    errG = -netD(fake).mean()
    errG.backward(retain_graph=True)
    optG.step()
