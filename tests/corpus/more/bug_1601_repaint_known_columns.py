import torch
import torch.nn as nn


class Repaint:
    def __init__(self, net, known):
        self.net, self.known = net, known

    def step(self, clean, noise, a):
        sigma = (1 - a) ** 0.5
        x = a ** 0.5 * clean + sigma * noise
        eps = self.net(x)
        x[:, :2] = self.known
        return (x - sigma * eps) / a ** 0.5


torch.manual_seed(1621)
net = nn.Sequential(nn.Linear(4, 5), nn.SiLU(), nn.Linear(5, 4))
sampler = Repaint(net, torch.randn(3, 2))
clean = torch.randn(3, 4)
loss = (sampler.step(clean, torch.randn(3, 4), a=0.6) - clean).abs().mean()
loss.backward()
