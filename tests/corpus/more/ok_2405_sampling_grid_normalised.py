import torch
import torch.nn as nn
import torch.nn.functional as F


def warp(x, disp):
    b, c, h, w = x.shape
    xx = torch.arange(w).view(1, -1).repeat(h, 1)
    yy = torch.arange(h).view(-1, 1).repeat(1, w)
    vgrid = torch.stack([xx, yy]).expand(b, 2, h, w).to(x.dtype).clone()
    vgrid[:, :1] = vgrid[:, :1] - disp
    vgrid[:, 0] = 2.0 * vgrid[:, 0] / max(w - 1, 1) - 1.0
    vgrid[:, 1] = 2.0 * vgrid[:, 1] / max(h - 1, 1) - 1.0
    return F.grid_sample(x, vgrid.permute(0, 2, 3, 1), align_corners=True)


torch.manual_seed(109)
disp_net = nn.Conv2d(2, 1, 3, padding=1)
left, right = torch.rand(1, 1, 4, 6), torch.rand(1, 1, 4, 6)
disp = disp_net(torch.cat([left, right], 1))
loss = (warp(right, disp) - left).pow(2).mean()
loss.backward()
