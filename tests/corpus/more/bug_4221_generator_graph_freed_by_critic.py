import torch
import torch.nn as nn

torch.manual_seed(32)
G = nn.Sequential(nn.Linear(2, 3), nn.Tanh(), nn.Linear(3, 2))
D = nn.Sequential(nn.Linear(2, 3), nn.LeakyReLU(0.2), nn.Linear(3, 1))
opt_g, opt_d = (torch.optim.SGD(m.parameters(), lr=0.05) for m in (G, D))
bce = nn.BCEWithLogitsLoss()
real, ones, zeros = torch.randn(4, 2), torch.ones(4, 1), torch.zeros(4, 1)

fake = G(torch.randn(4, 2))
d_loss = bce(D(real), ones) + bce(D(fake), zeros)
opt_d.zero_grad()
d_loss.backward()
opt_d.step()

g_loss = bce(D(fake), ones)
opt_g.zero_grad()
g_loss.backward()
