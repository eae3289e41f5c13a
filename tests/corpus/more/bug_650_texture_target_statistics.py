import torch
import torch.nn as nn


def gram(features):
    c = features.shape[1]
    flat = features.transpose(0, 1).reshape(c, -1)
    return flat @ flat.t() / flat.shape[1]


torch.manual_seed(650)
extractor = nn.Sequential(nn.Conv2d(1, 2, 3), nn.Tanh())
texture = torch.rand(1, 1, 5, 5)
canvas = torch.rand(1, 1, 4, 4, requires_grad=True)
opt = torch.optim.SGD([canvas], lr=0.5)

target = gram(extractor(texture))
for step in range(3):
    opt.zero_grad()
    loss = (gram(extractor(canvas)) - target).pow(2).sum()
    loss.backward()
    opt.step()
    print(step, round(loss.item(), 5))
