import torch
import torch.nn as nn

torch.manual_seed(2406)
netD = nn.Linear(3, 1)
optimizerD = torch.optim.RMSprop(netD.parameters(), lr=5e-2)
real, fake = torch.randn(6, 3), torch.randn(6, 3) + 0.5

for it in range(3):
    with torch.no_grad():
        for p in netD.parameters():
            p.copy_(p.clamp(-0.3, 0.3))
    netD.zero_grad()
    errD = torch.tanh(netD(fake)).mean() - torch.tanh(netD(real)).mean()
    errD.backward()
    if it < 2:
        optimizerD.step()
