import torch
import torch.nn as nn

torch.manual_seed(121)
cell = nn.GRUCell(2, 3)
states = {}
stream = [("ann", torch.randn(1, 2)), ("bob", torch.randn(1, 2)), ("ann", torch.randn(1, 2))]
for user, x in stream:
    h = cell(x, states.get(user))
    h.pow(2).sum().backward()
    states[user] = h.detach()
