import torch
import torch.nn as nn


class STBlock(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.temporal = nn.Linear(dim, dim)
        self.graph = nn.Linear(dim, dim)

    def forward(self, x, adj):
        T = self.temporal(x)
        T = adj @ self.graph(T)
        return torch.relu(T)


torch.manual_seed(1520)
block = STBlock(2)
adj = torch.softmax(torch.randn(3, 3), dim=1)
out = block(torch.randn(2, 2, 3, 2), adj)
loss = (out - 0.2).pow(2).mean()
loss.backward()
