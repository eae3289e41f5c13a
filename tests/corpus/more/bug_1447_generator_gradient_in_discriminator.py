import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(1447)
netG, netD = nn.Linear(2, 3), nn.Linear(3, 1)
optimizer_g = torch.optim.SGD(netG.parameters(), lr=0.0)
optimizer_d = torch.optim.SGD(netD.parameters(), lr=0.0)
images, z = torch.randn(4, 3), torch.randn(4, 2)

optimizer_g.zero_grad()
fake = netG(z)
loss_g = F.softplus(-netD(fake)).mean()
loss_g.backward()
optimizer_g.step()

logits_fake, logits_real = netD(fake.detach()), netD(images)
loss_d = 0.5 * (F.softplus(logits_fake).mean() + F.softplus(-logits_real).mean())
loss_d.backward()
optimizer_d.step()
