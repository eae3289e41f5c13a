import torch
import torch.nn as nn


class DepthDecoder(nn.Module):
    def __init__(self, conv):
        super().__init__()
        self.conv = conv

    def forward(self, feat, valid):
        depth = torch.exp(self.conv(feat)).squeeze(1)
        depth = depth.masked_fill(~valid, 0.0)
        return depth


def scale_invariant(pred, target, valid):
    err = (pred - target)[valid]
    return err.pow(2).mean() - 0.5 * err.mean().pow(2)


torch.manual_seed(2547)
decoder = nn.Conv2d(2, 1, 1)
model = DepthDecoder(decoder)
sample = {"feat": torch.randn(1, 2, 3, 3), "lidar": 1 + torch.rand(1, 3, 3)}
valid = torch.rand(1, 3, 3) > 0.4

pred = model(sample["feat"], valid)
loss = scale_invariant(pred, sample["lidar"], valid) + 0.01 * pred.mean()
loss.backward()
