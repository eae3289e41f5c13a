import torch
import torch.nn as nn


class BoxCoder:
    def __init__(self, anchors):
        self.anchors = anchors

    def decode(self, deltas):
        scaled = torch.exp(deltas.clamp(max=4.0))
        size = self.anchors[:, 2:] * scaled[:, 2:]
        scaled[:, :2] = self.anchors[:, :2] + deltas[:, :2] * self.anchors[:, 2:]
        boxes = torch.cat([scaled[:, :2], size], dim=1)
        return boxes


def smooth_l1(a, b):
    return nn.functional.smooth_l1_loss(a, b, reduction="sum")


torch.manual_seed(40)
anchors = torch.tensor([[2.0, 2.0, 1.0, 1.5], [4.0, 3.0, 2.0, 2.0], [1.0, 5.0, 0.5, 1.0]])
head = nn.Linear(3, 4)
coder = BoxCoder(anchors)
features = torch.randn(3, 3)
gt = torch.tensor([[2.1, 1.9, 1.1, 1.4], [4.3, 3.0, 1.5, 2.0], [1.2, 5.2, 0.6, 1.3]])
loss = smooth_l1(coder.decode(head(features)), gt)
loss.backward()
