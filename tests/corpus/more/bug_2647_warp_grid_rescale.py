import torch
import torch.nn as nn
import torch.nn.functional as F


def pixel_grid(h, w):
    ys, xs = torch.meshgrid(torch.arange(h), torch.arange(w), indexing="ij")
    return torch.stack([xs, ys]).to(torch.get_default_dtype())[None]


def warp(image, flow):
    h, w = image.shape[2:]
    grid = pixel_grid(h, w) + flow
    overflow = F.relu(grid.abs() - (w - 1)).mean()
    grid[:, 0] = 2.0 * grid[:, 0] / (w - 1) - 1.0
    grid[:, 1] = 2.0 * grid[:, 1] / (h - 1) - 1.0
    sampled = F.grid_sample(image, grid.permute(0, 2, 3, 1), align_corners=True)
    return sampled, overflow


torch.manual_seed(2605)
flow_net = nn.Conv2d(2, 2, 1)
prev, nxt = torch.rand(1, 1, 4, 4), torch.rand(1, 1, 4, 4)
flow = flow_net(torch.cat([prev, nxt], dim=1))
moved, overflow = warp(nxt, flow)
loss = (moved - prev).abs().mean() + 0.1 * overflow
loss.backward()
