import torch
import torch.nn as nn


def total_variation(t):
    return (t[..., 1:] - t[..., :-1]).abs().mean()


torch.manual_seed(3115)
features = nn.Sequential(nn.Conv2d(1, 2, 3), nn.Softplus()).requires_grad_(False)
mean, std = 0.45, 0.22
img = torch.rand(1, 1, 4, 4).requires_grad_()
lr = 0.1

for step in range(2):
    normed = (img - mean) / std
    act = features(normed)
    loss = -act[:, 0].mean() + 0.1 * total_variation(normed)
    loss.backward()
    g = img.grad.abs().mean()
    with torch.no_grad():
        img += lr * img.grad / (g + 1e-8)
    if step == 0:
        img = img.detach().requires_grad_()
