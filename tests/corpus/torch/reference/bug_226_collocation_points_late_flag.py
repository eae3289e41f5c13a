import torch
import torch.nn as nn

torch.manual_seed(366)


class BurgersNet(nn.Module):
    def __init__(self, width=6):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(2, width), nn.Tanh(), nn.Linear(width, 1))

    def forward(self, x, t):
        return self.layers(torch.stack([x, t], dim=-1)).squeeze(-1)


def collocation(n):
    return torch.rand(n) * 2 - 1, torch.rand(n)


net = BurgersNet()
x, t = collocation(5)
for coord in (x, t):
    coord.requires_grad_(True)

u = net(x, t)
u_x, u_t = torch.autograd.grad(u.sum(), (x, t), create_graph=True)
residual = u_t + u * u_x
loss = residual.pow(2).mean()
loss.backward()
