import torch
import torch.nn as nn

torch.manual_seed(16)
G = nn.Sequential(nn.Linear(2, 4), nn.Tanh(), nn.Linear(4, 2))
D = nn.Sequential(nn.Linear(2, 4), nn.Tanh(), nn.Linear(4, 1))
g_opt = torch.optim.Adam(G.parameters(), lr=1e-3)
d_opt = torch.optim.Adam(D.parameters(), lr=1e-3)


def hinge_d(real_score, fake_score):
    return torch.relu(1 - real_score).mean() + torch.relu(1 + fake_score).mean()


def train_iteration(real):
    fake = G(torch.randn(real.shape[0], 2))
    d_opt.zero_grad()
    d_loss = hinge_d(D(real), D(fake.detach()))
    d_loss.backward()
    d_opt.step()

    g_opt.zero_grad()
    g_loss = -D(fake).mean()
    g_loss.backward()
    g_opt.step()
    return d_loss.item(), g_loss.item()


for batch in torch.randn(2, 5, 2):
    print(train_iteration(batch))
