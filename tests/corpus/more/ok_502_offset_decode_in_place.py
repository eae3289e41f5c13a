import torch
import torch.nn as nn

torch.manual_seed(7)
reg = nn.Linear(3, 4)
anchors = torch.rand(6, 4)


def decode(out):
    out[..., :2] = out[..., :2] * anchors[..., 2:] + anchors[..., :2]
    out[..., 2:] = out[..., 2:].exp() * anchors[..., 2:]
    return out


feats, gt = torch.randn(6, 3), torch.rand(6, 4)
boxes = decode(reg(feats))
loss = nn.functional.smooth_l1_loss(boxes, gt)
loss.backward()
print(boxes.shape)
