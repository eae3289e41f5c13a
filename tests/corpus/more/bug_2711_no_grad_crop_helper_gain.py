import torch
import torch.nn as nn


@torch.no_grad()
def crop(scene, top, left, size=2):
    return scene[..., top:top + size, left:left + size]


class FlatFieldCorrection(nn.Module):
    def __init__(self):
        super().__init__()
        self.gain = nn.Parameter(torch.ones(2, 2))
        self.offset = nn.Parameter(torch.zeros(()))

    def forward(self, scene, corners):
        patches = []
        for top, left in corners:
            patch = crop(scene, top, left)
            patch *= self.gain
            patches.append(patch + self.offset)
        return torch.stack(patches)


torch.manual_seed(2711)
model = FlatFieldCorrection()
scene = torch.rand(1, 4, 4)
loss = (model(scene, [(0, 0), (2, 2)]) - 0.5).pow(2).mean()
loss.backward()
