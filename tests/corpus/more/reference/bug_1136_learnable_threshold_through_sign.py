import torch
import torch.nn as nn

torch.manual_seed(1136)


class DifferenceMap(nn.Module):
    def __init__(self):
        super().__init__()
        self.thresh = nn.Parameter(torch.tensor(0.3))

    def forward(self, feats, reconstructed):
        diff = (feats - reconstructed).abs()
        mask = torch.sigmoid(10.0 * (diff - self.thresh))
        return feats * (1 + mask)


enhance = DifferenceMap()
feats = torch.rand(3, 4)
out = enhance(feats, torch.rand(3, 4))
loss = (out - 1.0).pow(2).mean()
loss.backward()
