import torch
import torch.nn as nn


class DenseGAT(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.src = nn.Linear(dim, 1)
        self.dst = nn.Linear(dim, 1)
        self.value = nn.Linear(dim, dim)

    def coefficients(self, h, adjacency):
        raw = nn.functional.leaky_relu(self.src(h) + self.dst(h).T, 0.2)
        score = torch.exp(raw - raw.detach().max())
        score = score.masked_fill(adjacency == 0, 0.0)
        return score / score.sum(dim=1, keepdim=True)

    def forward(self, h, adjacency):
        return self.coefficients(h, adjacency) @ self.value(h)


torch.manual_seed(3143)
gat = DenseGAT(2)
adjacency = torch.eye(4) + torch.diag(torch.ones(3), 1)
nodes = torch.randn(4, 2)
out = gat(nodes, adjacency)
loss = out.square().mean()
loss.backward()
