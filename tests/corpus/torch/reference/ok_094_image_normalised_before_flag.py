import torch
import torch.nn as nn

MEAN, STD = torch.tensor([0.5, 0.4]), torch.tensor([0.2, 0.3])


def preprocess(batch):
    out = (batch - MEAN.view(1, 2, 1, 1)) / STD.view(1, 2, 1, 1)
    out = torch.cat([torch.zeros_like(out[:, :, :1]), out[:, :, 1:]], dim=2)
    return out.requires_grad_()


def grad_times_input(net, images, target):
    x = preprocess(images)
    score = net(x).gather(1, target.unsqueeze(1)).sum()
    score.backward()
    return (x.grad * x.detach()).sum(dim=1)


torch.manual_seed(124)
net = nn.Sequential(nn.Conv2d(2, 3, 2), nn.Softplus(), nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(3, 2))
images = torch.rand(2, 2, 3, 3)
heat = grad_times_input(net, images, torch.tensor([1, 0]))
print(heat.shape)
