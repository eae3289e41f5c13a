import torch
import torch.nn as nn

torch.manual_seed(2216)
G = nn.Linear(2, 3)
D = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 1), nn.Sigmoid())
opt_d = torch.optim.SGD(D.parameters(), lr=0.1)
opt_g = torch.optim.SGD(G.parameters(), lr=0.1)
paintings, ideas = torch.randn(6, 3), torch.randn(6, 2)

art = G(ideas)
d_loss = -(torch.log(D(paintings)) + torch.log(1 - D(art.detach()))).mean()
opt_d.zero_grad()
d_loss.backward()
opt_d.step()

g_loss = torch.log(1 - D(G(ideas))).mean()
opt_g.zero_grad()
g_loss.backward()
opt_g.step()
