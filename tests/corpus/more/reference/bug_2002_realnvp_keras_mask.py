import torch
import torch.nn as nn


class CouplingNet(nn.Module):
    def __init__(self, dim: int, width: int):
        super().__init__()
        self.body = nn.Linear(dim, width)
        self.scale = nn.Linear(width, dim)
        self.shift = nn.Linear(width, dim)

    def forward(self, x):
        h = torch.relu(self.body(x))
        return torch.tanh(self.scale(h)), self.shift(h)


torch.manual_seed(2102)
net = CouplingNet(2, 5)
mask = torch.tensor([1.0, 0.0])
x = torch.randn(6, 2)

x_masked = x * mask
s, t = net(x_masked)
t = t * (1 - mask)
s = s * (1 - mask)
z = x_masked + (1 - mask) * (x * torch.exp(s) + t)
log_det = s.sum(1)
nll = (0.5 * z.pow(2).sum(1) - log_det).mean()
nll.backward()
