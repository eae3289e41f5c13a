import torch
import torch.nn as nn

torch.manual_seed(623)
features = nn.Sequential(nn.Conv2d(1, 2, 2), nn.Tanh())
with torch.no_grad():
    goal = features(torch.rand(1, 1, 3, 3))
canvas = torch.rand(1, 1, 3, 3, requires_grad=True)
opt = torch.optim.SGD([canvas], lr=0.5)
history = []


def closure():
    canvas.clamp_(0.0, 1.0)
    opt.zero_grad()
    loss = (features(canvas) - goal).pow(2).mean()
    loss.backward()
    history.append(loss.item())
    return loss


opt.step(closure)
