import torch
import torch.nn as nn


class JumpingGNN(nn.Module):
    def __init__(self, dim, depth):
        super().__init__()
        self.layers = nn.ModuleList([nn.Linear(dim, dim) for _ in range(depth)])
        self.act = nn.ELU(inplace=True)
        self.query = nn.Parameter(torch.randn(dim))

    def forward(self, h, adj):
        outs, scores = [], []
        for layer in self.layers:
            h = layer(adj @ h)
            scores.append((h * self.query).sum(1))
            h = self.act(h)
            outs.append(h)
        weight = torch.softmax(torch.stack(scores), dim=0)
        return sum(w[:, None] * o for w, o in zip(weight, outs))


torch.manual_seed(1224)
gnn = JumpingGNN(3, 2)
adj = torch.tensor([[0.5, 0.5, 0.0], [0.3, 0.4, 0.3], [0.0, 0.5, 0.5]])
loss = gnn(torch.randn(3, 3), adj).pow(2).mean()
loss.backward()
