import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(834)
backbone = nn.Conv2d(1, 2, 1)
conv_d = nn.Conv2d(2, 2, (1, 3), padding=(0, 1), bias=False)


def spatial_down(output):
    rows = list(output.split(1, dim=2))
    for i in range(1, len(rows)):
        rows[i] = rows[i] + F.relu(conv_d(rows[i - 1]))
    return torch.cat(rows, dim=2)


lanes = spatial_down(backbone(torch.randn(1, 1, 3, 4)))
loss = lanes.pow(2).mean()
loss.backward()
