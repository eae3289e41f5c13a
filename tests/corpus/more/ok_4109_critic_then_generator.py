import torch
from torch import nn, optim

torch.manual_seed(409)
gen, critic = nn.Linear(2, 3), nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 1))
optimizers = {"c": optim.SGD(critic.parameters(), lr=0.1), "g": optim.SGD(gen.parameters(), lr=0.1)}


def step(name, loss):
    optimizers[name].zero_grad()
    loss.backward()
    optimizers[name].step()


for real in torch.randn(2, 4, 3):
    fake = gen(torch.randn(4, 2))
    step("c", critic(fake.detach()).mean() - critic(real).mean())
    with torch.no_grad():
        for p in critic.parameters():
            p.clamp_(-0.2, 0.2)
    step("g", -critic(fake).mean())
