import torch
import torch.nn as nn

torch.manual_seed(13)
critic = nn.Sequential(nn.Linear(2, 3), nn.LeakyReLU(0.2), nn.Linear(3, 1))
opt = torch.optim.RMSprop(critic.parameters(), lr=0.01)


def clip_weights(module, bound):
    for p in module.parameters():
        p.data.clamp_(-bound, bound)


def critic_loss(real, fake):
    return critic(fake).mean() - critic(real).mean()


for _ in range(3):
    real, fake = torch.randn(4, 2) + 1.0, torch.randn(4, 2)
    loss = critic_loss(real, fake)
    opt.zero_grad()
    loss.backward()
    opt.step()
    clip_weights(critic, bound=0.1)
