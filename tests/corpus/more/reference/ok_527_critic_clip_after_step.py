import torch
import torch.nn as nn

torch.manual_seed(26)
critic = nn.Sequential(nn.Linear(2, 3), nn.ReLU(), nn.Linear(3, 1))
opt = torch.optim.RMSprop(critic.parameters(), lr=0.01)
real, fake = torch.randn(4, 2) + 1, torch.randn(4, 2)


def clip(module, c=0.3):
    state = {k: v.clamp(-c, c) for k, v in module.state_dict().items()}
    module.load_state_dict(state)


for it in range(3):
    opt.zero_grad()
    loss = critic(fake).mean() - critic(real).mean()
    loss.backward()
    opt.step()
    clip(critic)
