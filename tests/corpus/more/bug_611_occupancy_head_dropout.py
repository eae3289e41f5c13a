import torch
import torch.nn as nn


class OccupancyNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.trunk = nn.Linear(3, 4)
        self.squash = nn.Sigmoid()
        self.drop = nn.Dropout(0.4, inplace=True)
        self.occ = nn.Linear(4, 1)

    def forward(self, points):
        h = self.squash(self.trunk(points))
        h = self.drop(h)
        return self.occ(h).squeeze(-1)


torch.manual_seed(611)
net = OccupancyNet()
points = torch.rand(6, 3)
inside = torch.tensor([1.0, 0.0, 1.0, 1.0, 0.0, 0.0])
net.train()
loss = nn.functional.binary_cross_entropy_with_logits(net(points), inside)
loss.backward()
