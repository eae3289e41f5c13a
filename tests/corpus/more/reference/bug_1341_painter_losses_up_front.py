import torch
import torch.nn as nn

torch.manual_seed(1341)
G = nn.Sequential(nn.Linear(2, 4), nn.ReLU(), nn.Linear(4, 3))
D = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 1), nn.Sigmoid())
opt_D = torch.optim.Adam(D.parameters(), lr=1e-2)
opt_G = torch.optim.Adam(G.parameters(), lr=1e-2)

artist_paintings = torch.randn(5, 3)
G_paintings = G(torch.randn(5, 2))
prob_artist, prob_G = D(artist_paintings), D(G_paintings)
D_loss = -torch.mean(torch.log(prob_artist) + torch.log(1.0 - prob_G))
G_loss = torch.mean(torch.log(1.0 - prob_G))

opt_D.zero_grad()
D_loss.backward(retain_graph=True)
opt_G.zero_grad()
G_loss.backward(inputs=list(G.parameters()))
opt_D.step()
opt_G.step()
