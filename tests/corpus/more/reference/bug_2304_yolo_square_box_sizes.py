import torch
import torch.nn as nn


class TinyDetector(nn.Module):
    def __init__(self, anchors):
        super().__init__()
        self.backbone = nn.Conv2d(1, 3, 1)
        self.head = nn.Conv2d(3, 5, 1)
        self.register_buffer("anchors", anchors)

    def forward(self, img):
        feat = torch.tanh(self.backbone(img))
        pred = self.head(feat).permute(0, 2, 3, 1).contiguous()
        sizes = (pred[..., 2:4] ** 2) * self.anchors
        pred = torch.cat([pred[..., :2], sizes, pred[..., 4:]], dim=-1)
        return pred.flatten(1, 2)


def box_loss(pred, target):
    giou_like = (pred[..., :4] - target).abs().sum(-1)
    return giou_like.mean() + torch.sigmoid(pred[..., 4]).mean()


torch.manual_seed(1104)
detector = TinyDetector(torch.tensor([1.5, 2.0]))
img, target = torch.randn(1, 1, 2, 2), torch.rand(1, 4, 4)
loss = box_loss(detector(img), target)
loss.backward()
