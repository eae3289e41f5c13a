import torch
import torch.nn as nn

torch.manual_seed(2407)
block = nn.Sequential(
    nn.Conv2d(2, 4, 1, bias=False), nn.BatchNorm2d(4), nn.ReLU6(inplace=True),
    nn.Conv2d(4, 4, 3, padding=1, groups=4, bias=False), nn.BatchNorm2d(4), nn.Hardswish(inplace=True),
    nn.Dropout(0.2, inplace=True),
)
head = nn.Linear(4, 2)
block.eval()

features = block(torch.randn(2, 2, 3, 3)).mean(dim=(2, 3))
loss = nn.functional.cross_entropy(head(features), torch.tensor([0, 1]))
loss.backward()
