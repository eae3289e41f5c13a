import torch
import torch.nn as nn

torch.manual_seed(39)
ART, IDEAS = 5, 3
G = nn.Sequential(nn.Linear(IDEAS, 8), nn.ReLU(), nn.Linear(8, ART))
D = nn.Sequential(nn.Linear(ART, 8), nn.ReLU(), nn.Linear(8, 1), nn.Sigmoid())
opt_D = torch.optim.Adam(D.parameters(), lr=0.01)
opt_G = torch.optim.Adam(G.parameters(), lr=0.01)


def artist_works(n=4):
    a = torch.linspace(1, 2, n)[:, None]
    return a * torch.linspace(-1, 1, ART)[None] ** 2


def train_step(paintings, ideas):
    fakes = G(ideas)
    prob_real, prob_fake = D(paintings), D(fakes)
    D_loss = -torch.mean(torch.log(prob_real) + torch.log(1 - prob_fake))
    G_loss = torch.mean(torch.log(1 - prob_fake))
    opt_D.zero_grad()
    D_loss.backward(retain_graph=True)
    opt_D.step()
    opt_G.zero_grad()
    G_loss.backward()
    opt_G.step()


train_step(artist_works(), torch.randn(4, IDEAS))
