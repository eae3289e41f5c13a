import torch
import torch.nn as nn

torch.manual_seed(1558)
loc_head = nn.Linear(3, 4)
feat = torch.randn(5, 3)
priors = torch.rand(5, 4) * 0.5 + 0.2
target = torch.rand(5, 4)


def decode(loc, priors, variances=(0.1, 0.2)):
    boxes = torch.cat((
        priors[:, :2] + loc[:, :2] * variances[0] * priors[:, 2:],
        priors[:, 2:] * torch.exp(loc[:, 2:] * variances[1])), 1)
    boxes[:, :2] -= boxes[:, 2:] / 2
    boxes[:, 2:] += boxes[:, :2]
    return boxes


loss = (decode(loc_head(feat), priors) - target).pow(2).sum()
loss.backward()
