import torch
import torch.nn as nn

torch.manual_seed(63)
netG = nn.Sequential(nn.Linear(2, 5), nn.Tanh(), nn.Linear(5, 3))
netD = nn.Sequential(nn.Linear(3, 5), nn.LeakyReLU(0.2), nn.Linear(5, 1))
criterion = nn.BCEWithLogitsLoss()
optD = torch.optim.SGD(netD.parameters(), lr=0.1)
optG = torch.optim.SGD(netG.parameters(), lr=0.1)
real = torch.randn(4, 3)
ones, zeros = torch.ones(4, 1), torch.zeros(4, 1)

for it in range(2):
    netD.zero_grad()
    criterion(netD(real), ones).backward()
    fake = netG(torch.randn(4, 2))
    criterion(netD(fake.detach()), zeros).backward()
    optD.step()
    netG.zero_grad()
    errG = criterion(netD(fake), ones)
    errG.backward()
    optG.step()
