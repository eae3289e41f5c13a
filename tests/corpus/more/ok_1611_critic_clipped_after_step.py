import torch
import torch.nn as nn

torch.manual_seed(1703)
gen, critic = nn.Linear(2, 3), nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 1))
opt = torch.optim.RMSprop(critic.parameters(), lr=0.05)
real, z = torch.randn(4, 3), torch.randn(4, 2)

for _ in range(2):
    opt.zero_grad()
    (critic(gen(z).detach()).mean() - critic(real).mean()).backward()
    opt.step()
    for p in critic.parameters():
        p.data.clamp_(-0.3, 0.3)

loss = -critic(gen(z)).mean()
loss.backward()
