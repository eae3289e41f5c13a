import torch
import torch.nn as nn

torch.manual_seed(1204)
loc_head = nn.Linear(3, 4)
priors = torch.rand(5, 4) + 0.1
variances = 0.1, 0.2


def decode(loc):
    boxes = torch.cat([
        priors[:, :2] + loc[:, :2] * variances[0] * priors[:, 2:],
        priors[:, 2:] * torch.exp(loc[:, 2:] * variances[1]),
    ], dim=1)
    boxes[:, :2] -= boxes[:, 2:] / 2
    boxes[:, 2:] += boxes[:, :2]
    return boxes


gt = torch.rand(5, 4)
loss = (decode(loc_head(torch.randn(5, 3))) - gt).abs().sum(1).mean()
loss.backward()
