import torch
import torch.nn as nn

torch.manual_seed(102)
net = nn.Sequential(
    nn.Conv2d(1, 3, 3, padding=1), nn.BatchNorm2d(3), nn.ReLU(),
    nn.Conv2d(3, 2, 3, padding=1), nn.BatchNorm2d(2), nn.LeakyReLU(0.1),
)
head = nn.Linear(2, 2)
x = torch.randn(4, 1, 5, 5)
pooled = net(x).mean(dim=(2, 3))
loss = nn.functional.cross_entropy(head(pooled), torch.tensor([0, 1, 0, 1]))
loss.backward()
