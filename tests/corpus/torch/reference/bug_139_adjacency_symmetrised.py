import torch
import torch.nn as nn


class GraphLearner(nn.Module):
    def __init__(self, nodes, dim):
        super().__init__()
        self.emb = nn.Parameter(torch.randn(nodes, dim))
        self.direction = nn.Linear(dim, dim, bias=False)

    def adjacency(self):
        adj = self.emb @ self.direction(self.emb).T
        adj = adj + adj.T
        return torch.sigmoid(adj)

    def forward(self, x):
        adj = self.adjacency()
        return adj @ x / adj.sum(1, keepdim=True)


torch.manual_seed(26)
learner = GraphLearner(4, 2)
signal = torch.randn(4, 3)
target = torch.randn(4, 3)
smooth = learner(signal)
loss = nn.functional.mse_loss(smooth, target) + 1e-2 * learner.adjacency().mean()
loss.backward()
