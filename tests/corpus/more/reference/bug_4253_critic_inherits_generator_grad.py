import torch
import torch.nn as nn

torch.manual_seed(64)
gen, critic = nn.Linear(2, 3), nn.Linear(3, 1)
opt = {"g": torch.optim.SGD(gen.parameters(), lr=0.1), "c": torch.optim.SGD(critic.parameters(), lr=0.0)}
noise, real = torch.randn(4, 2), torch.randn(4, 3)

opt["g"].zero_grad()
(-critic(gen(noise)).mean()).backward()
opt["g"].step()
opt["c"].zero_grad()

loss = critic(gen(noise).detach()).mean() - critic(real).mean()
loss.backward()
opt["c"].step()
