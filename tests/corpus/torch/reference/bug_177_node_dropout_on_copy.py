import torch
import torch.nn as nn


class GCN(nn.Module):
    def __init__(self, dim, classes):
        super().__init__()
        self.lin = nn.Linear(dim, 4)
        self.out = nn.Linear(4, classes)

    def drop_nodes(self, h, count):
        victims = torch.randperm(h.shape[0])[:count]
        return h.index_fill(0, victims, 0.0)

    def forward(self, x, adj):
        h = adj @ self.lin(x)
        if self.training:
            h = self.drop_nodes(h, 2)
        return self.out(adj @ torch.relu(h))


torch.manual_seed(95)
gcn = GCN(3, 2)
adj = torch.softmax(torch.randn(5, 5), dim=1)
x, y = torch.randn(5, 3), torch.tensor([0, 1, 0, 1, 1])
loss = nn.functional.cross_entropy(gcn(x, adj), y)
loss.backward()
