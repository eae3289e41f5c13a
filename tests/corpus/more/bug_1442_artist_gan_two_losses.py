import numpy as np
import torch
import torch.nn as nn

torch.manual_seed(1442)
PAINT_POINTS = np.vstack([np.linspace(-1, 1, 5) for _ in range(4)])
G = nn.Sequential(nn.Linear(2, 6), nn.ReLU(), nn.Linear(6, 5))
D = nn.Sequential(nn.Linear(5, 6), nn.ReLU(), nn.Linear(6, 1), nn.Sigmoid())
opt_D = torch.optim.Adam(D.parameters(), lr=1e-3)
opt_G = torch.optim.Adam(G.parameters(), lr=1e-3)

artist_paintings = torch.from_numpy(np.sin(PAINT_POINTS * np.pi)).to(G[0].weight.dtype)
G_paintings = G(torch.randn(4, 2))
prob_artist0 = D(artist_paintings)
prob_artist1 = D(G_paintings)
D_loss = -torch.mean(torch.log(prob_artist0) + torch.log(1 - prob_artist1))
G_loss = torch.mean(torch.log(1 - prob_artist1))

opt_D.zero_grad()
D_loss.backward(retain_graph=True)
opt_D.step()
opt_G.zero_grad()
G_loss.backward()
opt_G.step()
