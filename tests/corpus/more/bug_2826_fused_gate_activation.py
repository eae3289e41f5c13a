import torch
import torch.nn as nn


class FusedCell(nn.Module):
    def __init__(self, n_in, n_hid):
        super().__init__()
        self.inp = nn.Linear(n_in, 4 * n_hid)
        self.hid = nn.Linear(n_hid, 4 * n_hid, bias=False)

    def forward(self, x, h, c):
        i, f, g, o = (self.inp(x) + self.hid(h)).chunk(4, dim=1)
        i.sigmoid_()
        f.sigmoid_()
        o.sigmoid_()
        c = f * c + i * torch.tanh(g)
        return o * torch.tanh(c), c


torch.manual_seed(2321)
cell = FusedCell(2, 3)
h, c = torch.randn(2, 3), torch.zeros(2, 3)
for x in torch.randn(3, 2, 2):
    h, c = cell(x, h, c)
loss = h.square().sum()
loss.backward()
