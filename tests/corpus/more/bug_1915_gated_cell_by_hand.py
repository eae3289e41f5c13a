import torch
import torch.nn as nn


class GatedCell(nn.Module):
    def __init__(self, d_in, d_h):
        super().__init__()
        self.x2h = nn.Linear(d_in, 3 * d_h)
        self.h2h = nn.Linear(d_h, 3 * d_h)

    def forward(self, x, h):
        xr, xz, xn = self.x2h(x).chunk(3, -1)
        hr, hz, hn = self.h2h(h).chunk(3, -1)
        r = torch.sigmoid(xr + hr)
        z = torch.sigmoid(xz + hz)
        n = torch.tanh(xn + r * hn)
        n *= 1 - z
        return n + z * h


torch.manual_seed(547)
cell = GatedCell(3, 2)
h = torch.zeros(4, 2)
for x_t in torch.randn(3, 4, 3):
    h = cell(x_t, h)
loss = h.pow(2).mean()
loss.backward()
