import torch
import torch.nn as nn
import torch.nn.functional as F


class Gyro(nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(4, 3))

    def forward(self, rates):
        q = F.linear(rates, self.weight)
        q = torch.cat([q[:, :1].abs(), q[:, 1:]], dim=1)
        return q / (1.0 + q.norm(dim=1, keepdim=True))


torch.manual_seed(316)
gyro = Gyro()
target = F.normalize(torch.randn(3, 4), dim=1)
pred = gyro(torch.randn(3, 3))
loss = (1 - (pred * target).sum(dim=1)).mean()
loss.backward()
