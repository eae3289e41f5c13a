import torch
import torch.nn as nn

torch.manual_seed(1440)
netG = nn.Sequential(nn.Linear(2, 4), nn.Tanh(), nn.Linear(4, 3))
netD = nn.Linear(3, 1)
optimizerG = torch.optim.SGD(netG.parameters(), lr=0.05)
noise, real = torch.randn(5, 2), torch.randn(5, 3)

fake = netG(noise)
for j in range(3):
    netG.zero_grad()
    errG = -netD(fake).mean()
    rec_loss = 10 * nn.functional.mse_loss(fake, real)
    loss = errG + rec_loss
    loss.backward(retain_graph=True)
    optimizerG.step()
