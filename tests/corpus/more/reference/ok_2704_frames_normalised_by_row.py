import torch
import torch.nn as nn


class Normalize:
    def __init__(self, mean, std):
        self.mean, self.std = mean, std

    def __call__(self, clip):
        mean = torch.tensor(self.mean).view(1, -1, 1, 1)
        return (clip - mean) / torch.tensor(self.std).view(1, -1, 1, 1)


torch.manual_seed(2804)
transform = Normalize(mean=(0.5, 0.4), std=(0.2, 0.3))
clip = torch.rand(3, 2, 2, 2)
model = nn.Sequential(nn.Conv2d(2, 1, 2), nn.Flatten())
loss = model(transform(clip)).pow(2).mean()
loss.backward()
print(loss.item())
