import torch
import torch.nn as nn


class DetectHead(nn.Module):
    def __init__(self, anchors):
        super().__init__()
        self.conv = nn.Linear(3, 4 * len(anchors))
        self.anchors = torch.tensor(anchors)

    def decode(self, raw):
        xy = torch.sigmoid(raw[..., :2])
        wh = torch.exp(raw[..., 2:])
        wh = wh * self.anchors
        return torch.cat([xy, wh], dim=-1)

    def forward(self, cells):
        raw = self.conv(cells).view(len(cells), len(self.anchors), 4)
        return self.decode(raw)


torch.manual_seed(1823)
head = DetectHead([[0.5, 1.0], [1.5, 0.8]])
boxes = head(torch.randn(3, 3))
target = torch.rand(3, 2, 4)
loss = nn.functional.smooth_l1_loss(boxes, target)
loss.backward()
