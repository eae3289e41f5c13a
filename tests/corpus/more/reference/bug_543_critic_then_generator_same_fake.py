import torch
import torch.nn as nn

torch.manual_seed(26)
G = nn.Sequential(nn.Linear(2, 3), nn.Tanh(), nn.Linear(3, 2))
D = nn.Sequential(nn.Linear(2, 4), nn.LeakyReLU(0.2), nn.Linear(4, 1))
bce = nn.BCEWithLogitsLoss()


def d_objective(real, fake):
    return bce(D(real), torch.ones(len(real), 1)) + bce(D(fake), torch.zeros(len(fake), 1))


def g_objective(fake):
    return bce(D(fake), torch.ones(len(fake), 1))


real, z = torch.randn(5, 2), torch.randn(5, 2)
fake = G(z)
d_objective(real, fake.detach()).backward()
d_grads = [p.grad.clone() for p in D.parameters()]
G.zero_grad()
D.zero_grad()
g_objective(fake).backward()
