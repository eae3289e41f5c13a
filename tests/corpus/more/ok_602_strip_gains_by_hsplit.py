import torch
import torch.nn as nn


class Strips(nn.Module):
    def __init__(self):
        super().__init__()
        self.log_gain = nn.Parameter(torch.tensor([0.2, -0.1]))

    def forward(self, image):
        left, right = torch.hsplit(image, 2)
        left.mul_(self.log_gain[0].exp())
        right.mul_(self.log_gain[1].exp())
        return image


torch.manual_seed(1602)
colour = nn.Linear(4, 4)
strips = Strips()
rows = torch.rand(3, 4)
image = strips(colour(rows))
loss = (image - rows).pow(2).mean()
loss.backward()
