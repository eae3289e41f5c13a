import torch
import torch.nn as nn


class Stitcher(nn.Module):
    def __init__(self):
        super().__init__()
        self.log_gain = nn.Parameter(torch.zeros(2))

    def forward(self, pano):
        left, right = torch.split(pano, 3, dim=1)
        left.mul_(self.log_gain[0].exp())
        right.mul_(self.log_gain[1].exp())
        seam = (left[:, -1] - right[:, 0]).abs().mean()
        return pano, seam


torch.manual_seed(625)
colour = nn.Linear(6, 6)
stitch = Stitcher()
rows = torch.rand(3, 6)
pano, seam = stitch(colour(rows))
loss = seam + 0.1 * (pano - rows).pow(2).mean()
loss.backward()
