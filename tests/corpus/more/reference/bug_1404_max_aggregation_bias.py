import torch
import torch.nn as nn


class MaxConv(nn.Module):
    def __init__(self, cin, cout):
        super().__init__()
        self.lin = nn.Linear(cin, cout, bias=False)
        self.bias = nn.Parameter(torch.zeros(cout))

    def forward(self, x, edge_index):
        src, dst = edge_index
        msg = self.lin(x)[src]
        index = dst[:, None].expand_as(msg)
        out = torch.zeros(x.shape[0], msg.shape[1]).scatter_reduce(0, index, msg, "amax", include_self=False)
        return out + self.bias


torch.manual_seed(1404)
conv = MaxConv(3, 2)
x = torch.randn(4, 3)
edge_index = torch.tensor([[0, 1, 2, 3, 0], [1, 2, 3, 0, 2]])
loss = conv(x, edge_index).pow(2).mean()
loss.backward()
