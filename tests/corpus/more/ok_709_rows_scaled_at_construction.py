import torch
import torch.nn as nn

torch.manual_seed(1709)
proto = nn.Parameter(torch.randn(3, 2))
with torch.no_grad():
    for row in proto.unbind(0):
        row.div_(row.norm())

x = torch.randn(4, 2)
loss = torch.logsumexp(x @ proto.T, dim=1).mean()
loss.backward()
