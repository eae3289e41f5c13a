import torch
import torch.nn as nn


class SpatialAttention(nn.Module):
    def __init__(self, channels):
        super().__init__()
        self.score = nn.Conv2d(channels, 1, kernel_size=3, padding=1)

    def forward(self, x):
        mask = torch.sigmoid(self.score(x))
        x *= mask
        return x


class SegHead(nn.Module):
    def __init__(self):
        super().__init__()
        self.stem = nn.Conv2d(1, 3, 3, padding=1)
        self.attend = SpatialAttention(3)
        self.out = nn.Conv2d(3, 1, 1)

    def forward(self, img):
        return self.out(self.attend(self.stem(img)))


torch.manual_seed(3)
model = SegHead()
img = torch.randn(1, 1, 4, 4)
target = (torch.rand(1, 1, 4, 4) > 0.5).float()
loss = nn.functional.binary_cross_entropy_with_logits(model(img), target)
loss.backward()
