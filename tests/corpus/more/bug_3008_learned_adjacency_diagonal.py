import torch
import torch.nn as nn


class StructureLearner(nn.Module):
    def __init__(self, n, dim):
        super().__init__()
        self.edge_logits = nn.Parameter(torch.randn(n, n) * 0.5)
        self.lin = nn.Linear(dim, 2)

    def adjacency(self):
        adj = torch.sigmoid(self.edge_logits + self.edge_logits.t())
        adj.fill_diagonal_(0.0)
        return adj

    def forward(self, x):
        adj = self.adjacency()
        deg = adj.sum(dim=1, keepdim=True)
        return self.lin((adj @ x) / (deg + 1e-6)), adj


torch.manual_seed(3009)
gsl = StructureLearner(4, 3)
x = torch.randn(4, 3)
y = torch.tensor([0, 1, 1, 0])
logits, adj = gsl(x)
loss = nn.functional.cross_entropy(logits, y) + 0.01 * adj.mean()
loss.backward()
