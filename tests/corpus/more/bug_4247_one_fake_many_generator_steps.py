import torch
import torch.nn as nn

torch.manual_seed(58)
netG = nn.Sequential(nn.Linear(2, 3), nn.Tanh(), nn.Linear(3, 2))
netD = nn.Linear(2, 1)
opt_g = torch.optim.Adam(netG.parameters(), lr=5e-4)

fake = netG(torch.randn(4, 2))
for j in range(2):
    opt_g.zero_grad()
    err_g = -netD(fake).mean()
    err_g.backward(retain_graph=True)
    opt_g.step()
