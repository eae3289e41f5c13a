import torch
from torch import nn


class Cell(nn.Module):
    def __init__(self, n_in, n_h):
        super().__init__()
        self.w_x = nn.Parameter(torch.randn(n_in, n_h) * 0.5)
        self.w_h = nn.Parameter(torch.randn(n_h, n_h) * 0.5)

    def forward(self, seq):
        hidden = [torch.zeros(self.w_h.shape[0])]
        for t, x in enumerate(seq):
            hidden.append(torch.tanh(x @ self.w_x + hidden[t] @ self.w_h))
        return torch.stack(hidden[1:])


torch.manual_seed(216)
cell = Cell(2, 3)
loss = cell(torch.randn(4, 2)).pow(2).mean()
loss.backward()
