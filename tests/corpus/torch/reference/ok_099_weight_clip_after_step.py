import torch
import torch.nn as nn


class WGANCritic:
    def __init__(self, dim, clip):
        self.net = nn.Sequential(nn.Linear(dim, 4), nn.LeakyReLU(0.2), nn.Linear(4, 1))
        self.opt = torch.optim.RMSprop(self.net.parameters(), lr=5e-3)
        self.clip = clip

    def train_on(self, real, fake):
        self.opt.zero_grad()
        loss = self.net(fake).mean() - self.net(real).mean()
        loss.backward()
        self.opt.step()
        for p in self.net.parameters():
            p.data = p.data.clamp(-self.clip, self.clip)
        return loss


torch.manual_seed(129)
agent = WGANCritic(2, 0.3)
critic = agent.net
for layer in critic:
    if isinstance(layer, nn.Linear):
        nn.init.normal_(layer.weight, 0, 0.2)
        nn.init.zeros_(layer.bias)
for it in range(3):
    loss = agent.train_on(torch.randn(5, 2) + 1, torch.randn(5, 2))
