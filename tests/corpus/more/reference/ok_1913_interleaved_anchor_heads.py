import torch
import torch.nn as nn


class AnchorHead(nn.Module):
    def __init__(self, dim, anchors):
        super().__init__()
        self.heads = nn.ModuleList([nn.Linear(dim, 2) for _ in range(anchors)])

    def forward(self, feats):
        n, k = feats.shape[0], len(self.heads)
        parts = [torch.sigmoid(head(feats)) for head in self.heads]
        out = torch.stack(parts, 1).reshape(n * k, 2)
        out = torch.stack([out[:, 0] * 2.0, out[:, 1]], 1)
        return out


torch.manual_seed(732)
det = AnchorHead(3, anchors=3)
boxes = det(torch.randn(4, 3))
loss = (boxes[:, 0] * boxes[:, 1]).mean()
loss.backward()
