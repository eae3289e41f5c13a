import torch
from torch import nn


def conv_block(c_in, c_out, act=nn.LeakyReLU):
    return nn.Sequential(
        nn.Conv1d(c_in, c_out, 3, padding=1, bias=False),
        nn.BatchNorm1d(c_out),
        act(0.1, inplace=False),
        nn.Dropout(0.2),
    )


class Net(nn.Module):
    def __init__(self, widths):
        super().__init__()
        self.blocks = nn.ModuleList(conv_block(a, b) for a, b in zip(widths, widths[1:]))
        self.head = nn.Linear(widths[-1], 2)

    def forward(self, x):
        for block in self.blocks:
            x = block(x)
        return self.head(x.mean(-1))


torch.manual_seed(406)
net = Net([1, 3, 4])
loss = net(torch.randn(4, 1, 6)).logsumexp(-1).mean()
loss.backward()
