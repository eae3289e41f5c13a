import torch
import torch.nn as nn

torch.manual_seed(847)
netG, netD = nn.Linear(2, 3), nn.Linear(3, 1)
optG = torch.optim.SGD(netG.parameters(), lr=0.1)
optD = torch.optim.SGD(netD.parameters(), lr=0.1)
real = torch.randn(4, 3)

g_loss = -torch.sigmoid(netD(netG(torch.randn(4, 2)))).log().mean()
g_loss.backward()
optG.step()
optG.zero_grad()

fake = netG(torch.randn(4, 2)).detach()
d_loss = -torch.sigmoid(netD(real)).log().mean() - torch.sigmoid(-netD(fake)).log().mean()
d_loss.backward()
optD.step()
