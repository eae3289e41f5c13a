import torch
import torch.nn as nn


class GraphConv(nn.Module):
    def __init__(self, dim_in, dim_out):
        super().__init__()
        self.lin = nn.Linear(dim_in, dim_out, bias=False)
        self.bias = nn.Parameter(torch.full((dim_out,), 0.1))

    def propagate(self, h, edge_index):
        src, dst = edge_index
        agg = torch.zeros_like(h).index_add(0, dst, h[src])
        return torch.tanh(agg)

    def forward(self, x, edge_index):
        out = self.propagate(self.lin(x), edge_index)
        out += self.bias
        return out


torch.manual_seed(1205)
conv = GraphConv(3, 2)
edges = torch.tensor([[0, 1, 2, 3, 1], [1, 2, 3, 0, 0]])
labels = torch.tensor([0, 1, 1, 0])
loss = nn.functional.cross_entropy(conv(torch.randn(4, 3), edges), labels)
loss.backward()
