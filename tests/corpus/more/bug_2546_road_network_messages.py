import torch
import torch.nn as nn


class GatedHop(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.gate = nn.Linear(dim, dim)
        self.value = nn.Linear(dim, dim)

    def forward(self, h, edges):
        src, dst = edges
        gate = torch.sigmoid(self.gate(h))
        messages = gate[src] * self.value(h[src])
        h.index_add_(0, dst, messages)
        return h


torch.manual_seed(2526)
embed = nn.Linear(2, 3)
hops = nn.ModuleList(GatedHop(3) for _ in range(2))
nodes = torch.randn(4, 2)
edges = torch.tensor([[0, 1, 2, 3, 3], [1, 2, 3, 0, 1]])

h = embed(nodes)
for hop in hops:
    h = hop(h, edges)
loss = h.pow(2).sum(-1).mean()
loss.backward()
