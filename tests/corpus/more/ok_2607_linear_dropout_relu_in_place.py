import torch
import torch.nn as nn


def dense_block(inp, out, p):
    return nn.Sequential(
        nn.Linear(inp, out),
        nn.Dropout(p, inplace=True),
        nn.LeakyReLU(0.1, inplace=True),
    )


class TabularNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.blocks = nn.Sequential(dense_block(3, 4, 0.4), dense_block(4, 4, 0.4))
        self.out = nn.Linear(4, 1)

    def forward(self, x):
        return self.out(self.blocks(x)).squeeze(-1)


torch.manual_seed(267)
net = TabularNet()
x, y = torch.randn(5, 3), torch.randn(5)
loss = (net(x) - y).pow(2).mean()
loss.backward()
