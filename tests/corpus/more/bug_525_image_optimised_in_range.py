import torch
import torch.nn as nn

torch.manual_seed(30)
features = nn.Sequential(nn.Conv2d(1, 2, 2), nn.Tanh())
for p in features.parameters():
    p.requires_grad_(False)


def gram(f):
    f = f.flatten(2)
    return f @ f.transpose(1, 2) / f.shape[-1]


style = gram(features(torch.rand(1, 1, 3, 3)))
canvas = nn.Parameter(torch.rand(1, 1, 3, 3))
opt = torch.optim.SGD([canvas], lr=0.1)


def closure():
    canvas.clamp_(0, 1)
    opt.zero_grad()
    loss = (gram(features(canvas)) - style).square().sum()
    loss.backward()
    return loss


opt.step(closure)
