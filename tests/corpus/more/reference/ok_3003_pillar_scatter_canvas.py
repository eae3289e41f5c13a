import torch
import torch.nn as nn


class PillarScatter(nn.Module):
    def __init__(self, channels, height, width):
        super().__init__()
        self.shape = (channels, height, width)

    def forward(self, feats, coords, batch_size):
        c, h, w = self.shape
        rows = []
        for b in range(batch_size):
            here = coords[:, 0] == b
            flat = coords[here, 1] * w + coords[here, 2]
            hot = nn.functional.one_hot(flat, h * w).float()
            rows.append(feats[here].t() @ hot)
        return torch.stack(rows).view(batch_size, c, h, w)


torch.manual_seed(3203)
pillar = nn.Linear(4, 2)
scatter = PillarScatter(2, 3, 3)
backbone = nn.Conv2d(2, 1, 3, padding=1)
points = torch.randn(5, 4)
coords = torch.tensor([[0, 0, 1], [0, 2, 2], [1, 1, 1], [1, 0, 0], [1, 2, 0]])
bev = scatter(torch.relu(pillar(points)), coords, batch_size=2)
loss = torch.sigmoid(backbone(bev)).mean()
loss.backward()
