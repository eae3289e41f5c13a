import torch
import torch.nn as nn

torch.manual_seed(940)
netG = nn.Sequential(nn.Linear(2, 3), nn.Tanh(), nn.Linear(3, 2))
netD = nn.Linear(2, 1)
optimizerG = torch.optim.SGD(netG.parameters(), lr=0.1)
noise = torch.randn(4, 2)

fake = netG(noise)
for j in range(2):
    netG.zero_grad()
    output = torch.sigmoid(netD(fake))
    errG = -output.mean()
    errG.backward(retain_graph=True)
    optimizerG.step()
