import torch
import torch.nn.functional as F


def warp(feat, flow, grid):
    vgrid = (grid + flow).view(1, 3, 3, 2)
    output = F.grid_sample(feat, vgrid, align_corners=True)
    mask = F.grid_sample(torch.ones_like(feat), vgrid, align_corners=True)
    warped = output * mask
    mask = mask.masked_fill(mask < 0.9999, 0)
    return warped, mask


torch.manual_seed(1335)
axis = torch.linspace(-1, 1, 3)
grid = torch.stack([axis.repeat(3), axis.repeat_interleave(3)], dim=1)
flow = (0.3 * torch.randn(9, 2)).requires_grad_()
feat = torch.randn(1, 1, 3, 3)
warped, mask = warp(feat, flow, grid)
loss = (warped - feat).pow(2).sum() / mask.sum()
loss.backward()
