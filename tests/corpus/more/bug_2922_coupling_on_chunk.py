import torch
import torch.nn as nn


class AdditiveCoupling(nn.Module):
    def __init__(self, dim, flip):
        super().__init__()
        self.flip = flip
        self.net = nn.Sequential(nn.Linear(dim // 2, 5), nn.ReLU(), nn.Linear(5, dim // 2))

    def forward(self, x):
        a, b = x.chunk(2, dim=1)
        if self.flip:
            a, b = b, a
        a += self.net(b)
        return torch.cat([b, a] if self.flip else [a, b], dim=1)


class NICE(nn.Module):
    def __init__(self, dim=4, n=3):
        super().__init__()
        self.layers = nn.ModuleList([AdditiveCoupling(dim, i % 2 == 1) for i in range(n)])
        self.scale = nn.Parameter(torch.zeros(dim))

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return x * self.scale.exp(), self.scale.sum()


torch.manual_seed(22)
flow = NICE()
optimizer = torch.optim.Adam(flow.parameters(), lr=1e-3)
data = torch.randn(6, 4)
z, log_det = flow(data)
loss = 0.5 * z.pow(2).sum(1).mean() - log_det
optimizer.zero_grad()
loss.backward()
optimizer.step()
