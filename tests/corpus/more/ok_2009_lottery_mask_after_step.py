import torch
import torch.nn as nn


class Masking:
    def __init__(self, net, density):
        self.masks = {}
        for name, p in net.named_parameters():
            if p.dim() > 1:
                self.masks[name] = (torch.rand_like(p) < density).to(p.dtype)
        self.net = net
        self.apply()

    def apply(self):
        for name, p in self.net.named_parameters():
            if name in self.masks:
                p.data.mul_(self.masks[name])


torch.manual_seed(2209)
net = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 1))
opt = torch.optim.SGD(net.parameters(), lr=0.1)
masking = Masking(net, 0.6)
x, y = torch.randn(6, 3), torch.randn(6, 1)
for _ in range(3):
    opt.zero_grad()
    loss = (net(x) - y).pow(2).mean()
    loss.backward()
    opt.step()
    masking.apply()
