import torch
import torch.nn as nn

torch.manual_seed(207)
net = nn.Sequential(nn.Conv2d(1, 2, 3, padding=1), nn.ELU(), nn.Conv2d(2, 1, 1), nn.Softplus())
image = torch.rand(1, 1, 4, 4)
truth = torch.rand(1, 1, 4, 4)
invalid = truth < 0.3

depth = net(image) + 0.1
log_err = depth.log() - (truth + 0.1).log()
depth.masked_fill_(invalid, 0.0)
log_err = log_err[~invalid]
loss = log_err.pow(2).mean() + 0.01 * depth.sum()
loss.backward()
