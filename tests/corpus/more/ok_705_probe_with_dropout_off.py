import torch
import torch.nn as nn


class Probe(nn.Module):
    def __init__(self):
        super().__init__()
        self.inp = nn.Linear(3, 3)
        self.drop = nn.Dropout(0.5, inplace=True)
        self.out = nn.Linear(3, 1)

    def forward(self, x):
        h = torch.tanh(self.inp(x))
        return self.out(self.drop(h))


torch.manual_seed(1705)
probe = Probe().eval()
loss = probe(torch.randn(4, 3)).square().mean()
loss.backward()
