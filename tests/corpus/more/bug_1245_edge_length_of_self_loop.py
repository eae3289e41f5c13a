import torch
import torch.nn as nn


class RadialGraph(nn.Module):
    def __init__(self):
        super().__init__()
        self.width = nn.Parameter(torch.tensor(0.7))

    def edge_length(self, pos, edge_index):
        src, dst = edge_index
        diff = pos[src] - pos[dst]
        return diff.pow(2).sum(-1).sqrt()

    def energy(self, pos, edge_index):
        return torch.exp(-self.width * self.edge_length(pos, edge_index)).sum()


torch.manual_seed(1245)
positions = torch.randn(3, 2, requires_grad=True)
edges = torch.tensor([[0, 1, 2, 0, 1, 2], [1, 2, 0, 0, 1, 2]])
loss = RadialGraph().energy(positions, edges)
loss.backward()
