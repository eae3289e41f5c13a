import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(336)
vgg = nn.Conv2d(3, 4, 1)
style = torch.rand(1, 3, 2, 2)
canvas = torch.randn(1, 3, 2, 2).requires_grad_(True)


def gram(x):
    f = vgg(x).flatten(2)
    return f @ f.transpose(1, 2)


def closure():
    canvas.clamp_(0, 1)
    return F.mse_loss(gram(canvas), gram(style).detach())


loss = closure()
loss.backward()
