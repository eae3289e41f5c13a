import torch
import torch.nn as nn
import torch.nn.functional as F


class Generator(nn.Module):
    def __init__(self, z):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(z, 8), nn.ReLU(True), nn.Linear(8, 2))

    def forward(self, z):
        return self.net(z)


class Critic(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc1 = nn.Linear(2, 8)
        self.fc2 = nn.Linear(8, 1)

    def forward(self, x):
        return self.fc2(F.softplus(self.fc1(x))).squeeze(1)


torch.manual_seed(116)
gen, critic = Generator(3), Critic()
opt_g = torch.optim.Adam(gen.parameters(), lr=1e-3, betas=(0.0, 0.9))
opt_c = torch.optim.Adam(critic.parameters(), lr=1e-3, betas=(0.0, 0.9))
dataset = torch.randn(30, 2) @ torch.tensor([[1.0, 0.5], [0.0, 0.8]]) - 1


def gradient_penalty(real, fake):
    eps = torch.rand(len(real), 1)
    mid = (eps * real + (1 - eps) * fake).requires_grad_(True)
    score = critic(mid)
    (g,) = torch.autograd.grad(score, mid, torch.ones_like(score), create_graph=True, retain_graph=True)
    return ((g.pow(2).sum(1) + 1e-12).sqrt() - 1).pow(2).mean()


def critic_loss(real, fake):
    return critic(fake).mean() - critic(real).mean() + 10.0 * gradient_penalty(real, fake)


wasserstein = []
batches = iter(dataset.repeat(2, 1).split(6))
for it in range(3):
    for p in critic.parameters():
        p.requires_grad_(True)
    for _ in range(3):
        real = next(batches)
        with torch.no_grad():
            fake = gen(torch.randn(len(real), 3))
        c_loss = critic_loss(real, fake)
        opt_c.zero_grad()
        c_loss.backward()
        opt_c.step()
    wasserstein.append(-c_loss.item())

    for p in critic.parameters():
        p.requires_grad_(False)
    g_loss = -critic(gen(torch.randn(6, 3))).mean()
    opt_g.zero_grad()
    g_loss.backward()
    opt_g.step()
print("w", [round(w, 3) for w in wasserstein], "g", g_loss.item())
