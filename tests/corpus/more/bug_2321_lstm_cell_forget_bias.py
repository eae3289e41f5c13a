import torch
import torch.nn as nn


class Cell(nn.Module):
    def __init__(self, n_in, n_hid, forget_bias=1.0):
        super().__init__()
        self.gates = nn.Linear(n_in + n_hid, 4 * n_hid)
        self.forget_bias = forget_bias

    def forward(self, x, state):
        h, c = state
        i, f, g, o = self.gates(torch.cat([x, h], dim=1)).chunk(4, dim=1)
        f += self.forget_bias
        c = torch.sigmoid(f) * c + torch.sigmoid(i) * torch.tanh(g)
        h = torch.sigmoid(o) * torch.tanh(c)
        return h, c


torch.manual_seed(1121)
cell = Cell(2, 3)
state = torch.zeros(1, 3), torch.zeros(1, 3)
for x in torch.randn(3, 1, 2):
    state = cell(x, state)
loss = state[0].pow(2).sum()
loss.backward()
