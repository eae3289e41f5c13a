import torch
import torch.nn as nn

torch.manual_seed(69)
critic = nn.Sequential(nn.Linear(3, 6), nn.ReLU(), nn.Linear(6, 1))
gen = nn.Linear(2, 3)
opt_c = torch.optim.RMSprop(critic.parameters(), lr=0.05)
opt_g = torch.optim.RMSprop(gen.parameters(), lr=0.05)


def critic_step(real, z):
    opt_c.zero_grad()
    loss = critic(gen(z).detach()).mean() - critic(real).mean()
    loss.backward()
    opt_c.step()
    for p in critic.parameters():
        p.data = p.data.clamp(-0.1, 0.1)


for it in range(2):
    for _ in range(2):
        critic_step(torch.randn(4, 3), torch.randn(4, 2))
    opt_g.zero_grad()
    g_loss = -critic(gen(torch.randn(4, 2))).mean()
    g_loss.backward()
    opt_g.step()
