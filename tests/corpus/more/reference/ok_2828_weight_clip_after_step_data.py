import torch
import torch.nn as nn

torch.manual_seed(2418)
critic = nn.Sequential(nn.Linear(2, 4), nn.LeakyReLU(0.2), nn.Linear(4, 1))
opt = torch.optim.RMSprop(critic.parameters(), lr=5e-2)

for real, fake in zip(torch.randn(3, 5, 2), torch.randn(3, 5, 2)):
    loss = critic(fake).mean() - critic(real).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    with torch.no_grad():
        for p in critic.parameters():
            p.copy_(p.clamp(-0.2, 0.2))
