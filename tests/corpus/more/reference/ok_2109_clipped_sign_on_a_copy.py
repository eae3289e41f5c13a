import torch
import torch.nn as nn


def sign_ste(x):
    c = x.clamp(-1, 1)
    return torch.sign(x).detach() + c - c.detach()


torch.manual_seed(75)
fc1, fc2 = nn.Linear(3, 4), nn.Linear(4, 4)
x = 2 * torch.randn(5, 3)
h = fc1(x)
out = h + sign_ste(fc2(h)) + sign_ste(h)
loss = (out - 0.5).pow(2).mean()
loss.backward()
