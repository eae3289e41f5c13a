import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(2412)
net = nn.Sequential(nn.Linear(3, 4, bias=False), nn.BatchNorm1d(4, momentum=0.3), nn.ReLU(inplace=True), nn.Linear(4, 2))
view_a, view_b = torch.randn(6, 3), torch.randn(6, 3)

za = F.normalize(net(view_a), dim=1)
zb = F.normalize(net(view_b), dim=1)
loss = -(za * zb).sum(1).mean()
loss.backward()
