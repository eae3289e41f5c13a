import torch
import torch.nn as nn


class Layout(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.xy = nn.Parameter(torch.randn(n, 2))

    def distances(self):
        delta = self.xy[:, None] - self.xy[None]
        sq = torch.einsum("ijk,ijk->ij", delta, delta)
        same = torch.eye(len(self.xy), dtype=torch.bool)
        return sq.masked_fill(same, 1.0).sqrt().masked_fill(same, 0.0)

    def stress(self, edges, rest):
        d = self.distances()
        i, j = edges
        spring = (d[i, j] - rest).square().sum()
        repulsion = torch.exp(-d).sum()
        return spring + 0.1 * repulsion


torch.manual_seed(62)
layout = Layout(4)
edges = torch.tensor([[0, 1, 2], [1, 2, 3]])
loss = layout.stress(edges, rest=1.0)
loss.backward()
print(loss.item(), layout.xy.grad)
