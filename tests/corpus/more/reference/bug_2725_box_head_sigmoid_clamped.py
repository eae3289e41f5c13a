import torch
import torch.nn as nn


class Boxes:
    def __init__(self, tensor):
        self.tensor = tensor

    def area(self):
        wh = self.tensor[:, 2:] - self.tensor[:, :2]
        return wh.prod(dim=1)

    def clip(self, low, high):
        self.tensor = self.tensor.clamp(min=low, max=high)
        return self


class BoxHead(nn.Module):
    def __init__(self, channels):
        super().__init__()
        self.fc = nn.Linear(channels, 4)

    def forward(self, features):
        return Boxes(torch.sigmoid(self.fc(features)))


torch.manual_seed(2725)
head = BoxHead(3)
proposals = head(torch.randn(4, 3)).clip(0.45, 0.6)
target = torch.tensor([0.1, 0.1, 0.7, 0.8])
loss = (proposals.tensor - target).abs().mean() + 0.1 * proposals.area().pow(2).mean()
loss.backward()
