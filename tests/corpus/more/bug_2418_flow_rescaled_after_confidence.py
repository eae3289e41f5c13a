import torch
import torch.nn as nn
import torch.nn.functional as F


def warp(img, flow):
    b, _, h, w = flow.shape
    conf = torch.exp(-flow.pow(2).sum(1, keepdim=True))
    flow[:, 0] = 2.0 * flow[:, 0] / max(w - 1, 1)
    flow[:, 1] = 2.0 * flow[:, 1] / max(h - 1, 1)
    ys, xs = torch.meshgrid(torch.linspace(-1, 1, h), torch.linspace(-1, 1, w), indexing="ij")
    grid = torch.stack([xs, ys], -1) + flow.permute(0, 2, 3, 1)
    return F.grid_sample(img, grid, align_corners=True), conf


class FlowNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(2, 2, 3, padding=1)

    def forward(self, a, b):
        return self.conv(torch.cat([a, b], 1))


torch.manual_seed(37)
net = FlowNet()
frame1, frame2 = torch.rand(1, 1, 4, 5), torch.rand(1, 1, 4, 5)
warped, conf = warp(frame2, net(frame1, frame2))
loss = (conf * (warped - frame1).abs()).mean() + 0.05 * (1 - conf).mean()
loss.backward()
