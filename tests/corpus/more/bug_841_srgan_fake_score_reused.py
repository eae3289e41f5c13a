import torch
import torch.nn as nn

torch.manual_seed(842)
netG = nn.Linear(2, 3)
netD = nn.Sequential(nn.Linear(3, 4), nn.LeakyReLU(0.2), nn.Linear(4, 1), nn.Sigmoid())
optimizerG = torch.optim.Adam(netG.parameters())
optimizerD = torch.optim.Adam(netD.parameters())
low_res, real_img = torch.randn(4, 2), torch.randn(4, 3)

fake_img = netG(low_res)
real_out = netD(real_img).mean()
fake_out = netD(fake_img).mean()
d_loss = 1 - real_out + fake_out
optimizerD.zero_grad()
d_loss.backward(retain_graph=True)
optimizerD.step()

g_loss = 1e-3 * (1 - fake_out) + (fake_img - real_img).pow(2).mean()
optimizerG.zero_grad()
g_loss.backward()
optimizerG.step()
