import torch
from torch import nn


class Cell(nn.Module):
    def __init__(self, n_in, n_hidden):
        super().__init__()
        self.ih = nn.Linear(n_in, 4 * n_hidden)
        self.hh = nn.Linear(n_hidden, 4 * n_hidden, bias=False)

    def forward(self, x, state):
        h, c = state
        gate = dict(zip("ifgo", (self.ih(x) + self.hh(h)).chunk(4, dim=1)))
        for key in "ifo":
            gate[key] = gate[key].sigmoid()
        c = gate["f"] * c + gate["i"] * torch.tanh(gate["g"])
        return gate["o"] * torch.tanh(c), c


torch.manual_seed(310)
cell = Cell(3, 2)
state = torch.zeros(4, 2), torch.zeros(4, 2)
for x in torch.randn(3, 4, 3):
    state = cell(x, state)
loss = state[0].pow(2).sum()
loss.backward()
