import torch
import torch.nn as nn

torch.manual_seed(26)
critic = nn.Sequential(nn.Linear(2, 3), nn.ReLU(inplace=True), nn.Linear(3, 1))
opt = torch.optim.RMSprop(critic.parameters(), lr=0.01)
real, fake = torch.randn(4, 2) + 1, torch.randn(4, 2)


def clip(module, c=0.3):
    for p in module.parameters():
        p.data.clamp_(-c, c)


for it in range(3):
    opt.zero_grad()
    loss = critic(fake).mean() - critic(real).mean()
    loss.backward()
    opt.step()
    clip(critic)
