import torch
import torch.nn as nn

torch.manual_seed(2415)
net = nn.Linear(3, 6)


def gates(x):
    r, z, n = net(x).chunk(3, dim=1)
    return torch.sigmoid(r), torch.sigmoid(z), n.clamp(-1.0, 1.0)


reset, update, new = gates(torch.randn(4, 3))
hx = torch.randn(4, 2)
out = (1 - update) * new * reset + update * hx
loss = out.pow(2).sum()
loss.backward()
