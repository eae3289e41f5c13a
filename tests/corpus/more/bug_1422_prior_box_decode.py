import torch
import torch.nn as nn

torch.manual_seed(1422)
loc_head = nn.Linear(3, 4)
priors = torch.rand(5, 4) + 0.5
truth_area = torch.rand(5)


def decode(loc, priors):
    boxes = torch.cat([priors[:, :2] + loc[:, :2] * 0.1 * priors[:, 2:], priors[:, 2:] * torch.exp(loc[:, 2:] * 0.2)], 1)
    area = boxes[:, 2] * boxes[:, 3]
    boxes[:, :2] -= boxes[:, 2:] / 2
    boxes[:, 2:] += boxes[:, :2]
    return boxes, area


boxes, area = decode(loc_head(torch.randn(5, 3)), priors)
loss = (area - truth_area).abs().mean() + boxes.clamp(min=0).sum() * 0.01
loss.backward()
