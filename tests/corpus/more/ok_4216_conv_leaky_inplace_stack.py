import torch
import torch.nn as nn


def block(cin, cout):
    return [nn.Conv1d(cin, cout, 2), nn.GroupNorm(1, cout), nn.LeakyReLU(0.1, inplace=True)]


torch.manual_seed(126)
net = nn.Sequential(*block(1, 2), *block(2, 3), nn.Flatten(), nn.Linear(6, 1))
loss = net(torch.randn(2, 1, 4)).pow(2).mean()
loss.backward()
