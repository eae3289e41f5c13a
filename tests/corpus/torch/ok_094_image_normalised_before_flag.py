import torch
import torch.nn as nn

MEAN, STD = torch.tensor([0.5, 0.4]), torch.tensor([0.2, 0.3])


def preprocess(batch):
    batch.sub_(MEAN.view(1, 2, 1, 1)).div_(STD.view(1, 2, 1, 1))
    batch[:, :, 0] = 0.0
    return batch.requires_grad_()


def grad_times_input(net, images, target):
    x = preprocess(images)
    score = net(x).gather(1, target.unsqueeze(1)).sum()
    score.backward()
    heat = x.grad.clone()
    heat *= x.detach()
    return heat.sum(dim=1)


torch.manual_seed(124)
net = nn.Sequential(nn.Conv2d(2, 3, 2), nn.Softplus(), nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(3, 2))
images = torch.rand(2, 2, 3, 3)
heat = grad_times_input(net, images, torch.tensor([1, 0]))
print(heat.shape)
