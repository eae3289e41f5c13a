import torch
import torch.nn as nn

torch.manual_seed(3211)
critic = nn.Sequential(nn.Linear(2, 4), nn.ReLU(), nn.Linear(4, 1))
gen = nn.Linear(2, 2)
opt = torch.optim.RMSprop(critic.parameters(), lr=0.05)


def wasserstein(real, fake):
    return critic(fake).mean() - critic(real).mean()


def train_critic(rounds, clip=0.1):
    for i in range(rounds):
        for p in critic.parameters():
            with torch.no_grad():
                p.copy_(p.clamp(-clip, clip))
        real = torch.randn(6, 2) + 1.0
        with torch.no_grad():
            fake = gen(torch.randn(6, 2))
        loss = wasserstein(real, fake)
        opt.zero_grad()
        loss.backward()
        if i + 1 < rounds:
            opt.step()


train_critic(3)
