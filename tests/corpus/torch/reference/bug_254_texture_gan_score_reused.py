import torch
import torch.nn as nn

torch.manual_seed(328)
gen = nn.Linear(2, 3)
disc = nn.Sequential(nn.Linear(3, 4), nn.LeakyReLU(0.2), nn.Linear(4, 1))
opt_d = torch.optim.RMSprop(disc.parameters(), lr=0.01)
opt_g = torch.optim.RMSprop(gen.parameters(), lr=0.01)
real, z = torch.randn(5, 3), torch.randn(5, 2)

score_fake = disc(gen(z))
d_loss = torch.relu(1 - disc(real)).mean() + torch.relu(1 + score_fake).mean()
opt_d.zero_grad()
d_loss.backward(retain_graph=True)

opt_g.zero_grad()
g_loss = -score_fake.mean()
g_loss.backward()
opt_d.step()
