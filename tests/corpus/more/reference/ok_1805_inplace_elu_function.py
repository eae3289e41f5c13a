import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(2805)
fc1, fc2 = nn.Linear(3, 4), nn.Linear(4, 1)
h = F.elu(fc1(torch.randn(5, 3)))
loss = fc2(h).pow(2).mean()
loss.backward()
