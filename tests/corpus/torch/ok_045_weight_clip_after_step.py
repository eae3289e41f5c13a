import torch
import torch.nn as nn

torch.manual_seed(332)
critic = nn.Linear(3, 1)
opt = torch.optim.RMSprop(critic.parameters(), lr=5e-2)
for real, fake in zip(torch.randn(3, 4, 3), torch.randn(3, 4, 3)):
    loss = critic(fake).pow(2).mean() - critic(real).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    for p in critic.parameters():
        p.data.clamp_(-0.3, 0.3)
