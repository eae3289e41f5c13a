import torch
import torch.nn as nn


class AnchorHead(nn.Module):
    def __init__(self, dim, anchors):
        super().__init__()
        self.heads = nn.ModuleList([nn.Linear(dim, 2) for _ in range(anchors)])

    def forward(self, feats):
        n, k = feats.shape[0], len(self.heads)
        out = feats.new_zeros(n * k, 2)
        for i, head in enumerate(self.heads):
            out[i::k] = torch.sigmoid(head(feats))
        out[:, 0] *= 2.0
        return out


torch.manual_seed(732)
det = AnchorHead(3, anchors=3)
boxes = det(torch.randn(4, 3))
loss = (boxes[:, 0] * boxes[:, 1]).mean()
loss.backward()
