import torch
import torch.nn as nn

torch.manual_seed(917)
decoder = nn.Sequential(nn.Linear(2, 4), nn.Tanh(), nn.Linear(4, 3))
goal = torch.randn(3)
latent = torch.randn(2, requires_grad=True)
opt = torch.optim.SGD([latent], lr=0.2)


def project(z, radius=1.0):
    with torch.no_grad():
        z.data = z.detach() * (radius / z.norm()).clamp(max=1.0)


for it in range(2):
    project(latent)
    opt.zero_grad()
    loss = (decoder(latent) - goal).pow(2).mean()
    loss.backward()
    if it == 0:
        opt.step()
