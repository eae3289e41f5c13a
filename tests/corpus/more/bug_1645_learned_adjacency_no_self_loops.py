import torch
import torch.nn as nn


class LearnedGraph(nn.Module):
    def __init__(self, nodes: int, dim: int):
        super().__init__()
        self.adj = nn.Parameter(torch.rand(nodes, nodes))
        self.lin = nn.Linear(dim, dim)

    def message(self, x):
        return self.adj @ self.lin(x)

    def forward(self, x):
        self.adj.fill_diagonal_(0.0)
        return torch.relu(self.message(x))


torch.manual_seed(1628)
graph = LearnedGraph(4, 3)
loss = graph(torch.randn(4, 3)).sum()
loss.backward()
