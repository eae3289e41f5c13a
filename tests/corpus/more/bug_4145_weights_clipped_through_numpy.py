import numpy as np
import torch
from torch import nn


def clip_weights(module, bound):
    for p in module.parameters():
        array = p.detach().numpy()
        np.clip(array, -bound, bound, out=array)


torch.manual_seed(345)
net = nn.Sequential(nn.Linear(3, 5), nn.Tanh(), nn.Linear(5, 1))
opt = torch.optim.SGD(net.parameters(), lr=0.01)
for _ in range(1):
    score = net(torch.randn(6, 3))
    loss = score.square().mean()
    clip_weights(net, bound=0.1)
    opt.zero_grad()
    loss.backward()
    opt.step()
