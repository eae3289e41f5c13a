import torch
import torch.nn as nn

MEAN, STD = (0.48, 0.45, 0.40), (0.22, 0.22, 0.23)


def standardise(img):
    img = img.clone()
    for channel, m, s in zip(img.unbind(0), MEAN, STD):
        channel.sub_(m).div_(s)
    return img


torch.manual_seed(111)
net = nn.Sequential(nn.Conv2d(3, 2, 3), nn.ReLU(), nn.Flatten(), nn.Linear(8, 2))
batch = torch.stack([standardise(i) for i in torch.rand(3, 3, 4, 4)])
loss = nn.functional.cross_entropy(net(batch), torch.tensor([0, 1, 1]))
loss.backward()
