import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(356)
temp_net = nn.Linear(3, 1)
clf = nn.Linear(3, 4)
x, y = torch.randn(5, 3), torch.tensor([0, 3, 1, 2, 0])


def temperature(x):
    t = F.softplus(temp_net(x)).mean() + 0.5
    return t


logits = clf(x) / temperature(x)
loss = F.cross_entropy(logits, y)
loss.backward()
