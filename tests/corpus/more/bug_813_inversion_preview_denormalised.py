import torch
import torch.nn as nn

MEAN, STD = (0.45, 0.4), (0.22, 0.25)


def denormalise(img):
    for ch in range(2):
        img[:, ch].mul_(STD[ch]).add_(MEAN[ch])
    return img.clamp(0, 1)


torch.manual_seed(814)
net = nn.Conv2d(2, 3, 1)
target = torch.randn(1, 3, 2, 2)
x = torch.randn(1, 2, 2, 2, requires_grad=True)

preview = denormalise(x.detach())
loss = (net(x) - target).pow(2).mean() + 0.1 * x.pow(2).sum()
loss.backward()
print("preview", preview.mean().item())
