import torch
import torch.nn as nn


class GATConv(nn.Module):
    def __init__(self, in_dim, out_dim):
        super().__init__()
        self.lin = nn.Linear(in_dim, out_dim, bias=False)
        self.att = nn.Parameter(torch.randn(2 * out_dim) * 0.3)

    def edge_logits(self, h, edges):
        src, dst = edges
        pair = torch.cat([h[src], h[dst]], dim=1)
        return torch.nn.functional.leaky_relu(pair @ self.att, 0.2)

    def forward(self, x, edges):
        h = self.lin(x)
        data = {"h": h, "alpha": self.edge_logits(h, edges)}
        data["alpha"] = torch.exp(data["alpha"])
        denom = torch.zeros(x.shape[0]).index_add(0, edges[1], data["alpha"])
        data["alpha"] = data["alpha"] / denom[edges[1]]
        msg = data["h"][edges[0]] * data["alpha"].unsqueeze(1)
        return torch.zeros_like(h).index_add(0, edges[1], msg)


torch.manual_seed(3)
edges = torch.tensor([[0, 1, 2, 3, 0], [1, 2, 3, 0, 2]])
conv = GATConv(3, 2)
x = torch.randn(4, 3)
labels = torch.tensor([0, 1, 1, 0])
loss = nn.functional.cross_entropy(conv(x, edges), labels)
loss.backward()
