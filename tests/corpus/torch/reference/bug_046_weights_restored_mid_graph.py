import copy

import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(220)
net = nn.Sequential(nn.Linear(2, 3), nn.Tanh(), nn.Linear(3, 1))
snapshot = copy.deepcopy(net.state_dict())
with torch.no_grad():
    for p in net.parameters():
        p.add_(0.05)

out = net(torch.randn(4, 2))
loss = F.mse_loss(out, torch.zeros(4, 1))
loss.backward()
net.load_state_dict(snapshot)
