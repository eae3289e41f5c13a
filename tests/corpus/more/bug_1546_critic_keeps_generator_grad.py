import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(1546)
generator, discriminator = nn.Linear(2, 3), nn.Linear(3, 1)
opt_g = torch.optim.SGD(generator.parameters(), lr=0.1)
opt_d = torch.optim.SGD(discriminator.parameters(), lr=0.1)
imgs, z = torch.randn(4, 3), torch.randn(4, 2)
valid, fake = torch.ones(4, 1), torch.zeros(4, 1)

g_loss = F.binary_cross_entropy_with_logits(discriminator(generator(z)), valid)
opt_g.zero_grad()
g_loss.backward()
opt_g.step()

real_loss = F.binary_cross_entropy_with_logits(discriminator(imgs), valid)
fake_loss = F.binary_cross_entropy_with_logits(discriminator(generator(z).detach()), fake)
loss = (real_loss + fake_loss) / 2
loss.backward()
opt_d.step()
