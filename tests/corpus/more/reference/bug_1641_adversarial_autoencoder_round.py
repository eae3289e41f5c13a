import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(1645)
autoencoder = nn.Sequential(nn.Linear(4, 2), nn.Linear(2, 4))
disc = nn.Sequential(nn.Linear(4, 3), nn.LeakyReLU(0.2), nn.Linear(3, 1))
opt_g = torch.optim.SGD(autoencoder.parameters(), lr=0.1)
opt_d = torch.optim.SGD(disc.parameters(), lr=0.1)
images = torch.randn(5, 4)

opt_g.zero_grad(set_to_none=True)
recon = autoencoder(images)
g_loss = F.l1_loss(recon, images) + 0.5 * F.softplus(-disc(recon)).mean()
g_loss.backward()
opt_g.step()

opt_d.zero_grad(set_to_none=True)
fake_logits, real_logits = disc(recon.detach()), disc(images)
d_loss = F.softplus(fake_logits).mean() + F.softplus(-real_logits).mean()
d_loss.backward()
opt_d.step()
