import numpy as np
import torch
import torch.nn as nn

BATCH_SIZE, N_IDEAS, ART_COMPONENTS = 4, 3, 6
PAINT_POINTS = np.vstack([np.linspace(-1, 1, ART_COMPONENTS) for _ in range(BATCH_SIZE)])


def artist_works():
    a = np.random.uniform(1, 2, size=BATCH_SIZE)[:, np.newaxis]
    paintings = a * np.power(PAINT_POINTS, 2) + (a - 1)
    return torch.from_numpy(paintings).float()


np.random.seed(1)
torch.manual_seed(1)
G = nn.Sequential(nn.Linear(N_IDEAS, 8), nn.ReLU(), nn.Linear(8, ART_COMPONENTS))
D = nn.Sequential(nn.Linear(ART_COMPONENTS, 8), nn.ReLU(), nn.Linear(8, 1), nn.Sigmoid())
opt_D = torch.optim.Adam(D.parameters(), lr=1e-2)
opt_G = torch.optim.Adam(G.parameters(), lr=1e-2)

artist_paintings = artist_works()
G_ideas = torch.randn(BATCH_SIZE, N_IDEAS)
prob_artist1 = D(G(G_ideas))
G_loss = torch.mean(torch.log(1.0 - prob_artist1))
grads = torch.autograd.grad(G_loss, list(G.parameters()))
for p, g in zip(G.parameters(), grads):
    p.grad = g
