import torch
import torch.nn as nn


class EGCL(nn.Module):
    def __init__(self, feats: int, dim: int = 3):
        super().__init__()
        self.lift = nn.Linear(feats, dim)
        self.edge_mlp = nn.Linear(1, 1)

    def coord_model(self, coord, gate):
        diff = coord[:, None] - coord[None]
        agg = (diff * gate).mean(dim=1)
        coord = coord + agg
        return coord

    def forward(self, feats):
        coord = self.lift(feats)
        dist = torch.cdist(coord, coord)
        gate = torch.tanh(self.edge_mlp(dist.unsqueeze(-1)))
        return self.coord_model(coord, gate)


torch.manual_seed(1604)
layer = EGCL(2)
loss = layer(torch.randn(4, 2)).pow(2).sum()
loss.backward()
