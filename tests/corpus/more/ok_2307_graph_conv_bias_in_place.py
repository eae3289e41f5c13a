import torch
import torch.nn as nn


class GraphConv(nn.Module):
    def __init__(self, n_in, n_out):
        super().__init__()
        self.lin = nn.Linear(n_in, n_out, bias=False)
        self.bias = nn.Parameter(torch.zeros(n_out))

    def forward(self, x, edge_index, norm):
        src, dst = edge_index
        msg = norm[:, None] * self.lin(x)[src]
        out = torch.zeros(len(x), msg.size(1)).index_add(0, dst, msg)
        out += self.bias
        return torch.relu(out)


torch.manual_seed(1207)
conv = GraphConv(3, 2)
edges = torch.tensor([[0, 1, 2, 2], [1, 2, 0, 1]])
loss = conv(torch.randn(3, 3), edges, torch.rand(4)).pow(2).sum()
loss.backward()
