import torch
import torch.nn as nn


def stage(d_in, d_out, *, norm=True, slope=0.2):
    layers = [nn.Linear(d_in, d_out)]
    if norm:
        layers.append(nn.BatchNorm1d(d_out))
    layers.append(nn.LeakyReLU(slope, inplace=True))
    return layers


def generator(noise_dim, *widths):
    layers = []
    for d_in, d_out in zip((noise_dim, *widths[:-1]), widths):
        layers += stage(d_in, d_out, norm=d_in != noise_dim)
    return nn.Sequential(*layers, nn.Linear(widths[-1], 2), nn.Tanh())


torch.manual_seed(3205)
net = generator(2, 4, 3)
z = torch.randn(6, 2)
fake = net(z)
loss = (fake - torch.tensor([0.5, -0.5])).square().mean()
loss.backward()
