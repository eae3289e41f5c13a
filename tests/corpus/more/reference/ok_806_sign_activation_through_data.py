import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(805)
fc1, fc2 = nn.Linear(3, 4), nn.Linear(4, 2)
x = torch.randn(5, 3)
label = torch.tensor([0, 1, 1, 0, 1])

act = F.hardtanh(fc1(x))
act = act + (act.sign() - act).detach()
loss = F.cross_entropy(fc2(act), label)
loss.backward()
