import torch
import torch.nn as nn

torch.manual_seed(2125)
features = nn.Conv2d(3, 2, 1)
canvas = (torch.rand(1, 3, 3, 3) * 255).requires_grad_()
style = torch.randn(2, 2)

postprocess = [
    lambda img: img.mul_(1.0 / 255),
    lambda img: img.permute(1, 2, 0),
]


def preview(img):
    for fn in postprocess:
        img = fn(img)
    return img


def gram(x):
    flat = x.flatten(2)[0]
    return flat @ flat.T / flat.numel()


shown = preview(canvas[0])
tv = (shown[1:] - shown[:-1]).abs().mean()
loss = (gram(features(canvas / 255)) - style).pow(2).sum() + 0.1 * tv
loss.backward()
