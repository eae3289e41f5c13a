import torch
import torch.nn as nn


def occlude(image, box, value=0.5):
    top, left, size = box
    image[:, top:top + size, left:left + size] = value
    image.clamp_(0.0, 1.0)
    return image


torch.manual_seed(2561)
net = nn.Sequential(nn.Conv2d(1, 2, 2), nn.Softplus(), nn.Flatten(), nn.Linear(18, 2))
image = torch.rand(1, 4, 4) * 1.2
image = occlude(image, (1, 1, 2))
image.requires_grad_()

score = net(image[None])[0, 1]
score.backward()
magnitude = image.grad.abs()
image.grad = magnitude / magnitude.max()
