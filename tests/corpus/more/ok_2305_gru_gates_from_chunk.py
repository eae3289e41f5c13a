import torch
import torch.nn as nn

torch.manual_seed(1205)
x2h, h2h = nn.Linear(2, 9), nn.Linear(3, 9)


def gru_step(x, h):
    xr, xz, xn = x2h(x).chunk(3, dim=1)
    hr, hz, hn = h2h(h).chunk(3, dim=1)
    r = xr + hr
    r.sigmoid_()
    z = xz + hz
    z += 1.0
    z.sigmoid_()
    n = torch.tanh(xn + r * hn)
    return (1 - z) * n + z * h


h = torch.zeros(1, 3)
for x in torch.randn(3, 1, 2):
    h = gru_step(x, h)
loss = h.pow(2).sum()
loss.backward()
