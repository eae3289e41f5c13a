import torch
import torch.nn as nn


def gram(f):
    b, c, h, w = f.shape
    f = f.view(b * c, h * w)
    return f @ f.t() / f.numel()


torch.manual_seed(17)
features = nn.Sequential(nn.Conv2d(1, 2, 3, padding=1), nn.ReLU(), nn.Conv2d(2, 3, 3, padding=1))
style, content = torch.rand(1, 1, 5, 5), torch.rand(1, 1, 5, 5)
style_target = gram(features(style))
content_target = features(content).detach()
image = content.clone().requires_grad_(True)
optimizer = torch.optim.Adam([image], lr=0.05)


def run(steps):
    for _ in range(steps):
        optimizer.zero_grad()
        f = features(image)
        style_loss = (gram(f) - style_target).pow(2).sum()
        content_loss = (f - content_target).pow(2).mean()
        total = 100 * style_loss + content_loss
        total.backward()
        optimizer.step()


run(3)
