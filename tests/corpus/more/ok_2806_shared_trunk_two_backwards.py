import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(2424)
trunk = nn.Sequential(nn.Linear(3, 4), nn.Tanh())
depth_head, label_head = nn.Linear(4, 1), nn.Linear(4, 3)
opt = torch.optim.SGD([*trunk.parameters(), *depth_head.parameters(), *label_head.parameters()], lr=0.1)
x = torch.randn(5, 3)

feat = trunk(x)
depth_loss = depth_head(feat).square().mean()
label_loss = F.cross_entropy(label_head(feat), torch.tensor([0, 1, 2, 1, 0]))
opt.zero_grad()
depth_loss.backward(retain_graph=True)
label_loss.backward()
opt.step()
