import torch
import torch.nn as nn

torch.manual_seed(1716)
fc, bn = nn.Linear(2, 3), nn.BatchNorm1d(3)
a, b = torch.randn(5, 2), torch.randn(5, 2)

za = bn(fc(a))
zb = bn(fc(b))
loss = -torch.cosine_similarity(za, zb, dim=1).mean()
loss.backward()
print(fc.weight.grad)
