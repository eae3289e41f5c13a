import torch
import torch.nn as nn

torch.manual_seed(416)
critic = nn.Sequential(nn.Linear(2, 3), nn.Tanh(), nn.Linear(3, 1))
opt = torch.optim.RMSprop(critic.parameters(), lr=0.01)
real, fake = torch.randn(4, 2), torch.randn(4, 2)

loss = critic(fake).mean() - critic(real).mean()
opt.zero_grad()
loss.backward()
opt.step()
for p in critic.parameters():
    p.data = p.detach().clamp(-0.05, 0.05)
