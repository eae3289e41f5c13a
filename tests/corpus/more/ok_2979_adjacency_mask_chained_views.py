import torch
import torch.nn as nn


class GraphAttention(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.lin = nn.Linear(dim, dim, bias=False)
        self.att = nn.Linear(2 * dim, 1)

    def forward(self, x, allowed):
        h = self.lin(x)
        n = len(h)
        pair = torch.cat([h[:, None].expand(n, n, -1), h.expand(n, n, -1)], dim=-1)
        e = nn.functional.leaky_relu(self.att(pair).squeeze(-1), 0.2)
        e = e.masked_fill(~allowed, float("-inf"))
        return e.softmax(dim=1) @ h


torch.manual_seed(1429)
allowed = torch.eye(4, dtype=torch.bool)
allowed[0][1:3] = True
allowed[2][0] = True
allowed.T[3][:2].fill_(True)
gat = GraphAttention(2)
nodes = torch.randn(4, 2)
loss = gat(nodes, allowed).square().sum()
loss.backward()
print(int(allowed.sum()))
