import torch
import torch.nn as nn

torch.manual_seed(838)
unet = nn.Conv2d(1, 1, 1)
opt = torch.optim.SGD(unet.parameters(), lr=0.1)
image = torch.randn(1, 1, 3, 3)
mask = (torch.rand(1, 1, 3, 3) > 0.5).float()


def _threshold(x, threshold=0.5):
    return torch.tensor((x > threshold).type(x.dtype), requires_grad=True)


def dice_loss(prob, target, eps=1.0):
    prob = _threshold(prob)
    inter = (prob * target).sum()
    return 1 - (2 * inter + eps) / (prob.sum() + target.sum() + eps)


loss = dice_loss(torch.sigmoid(unet(image)), mask)
opt.zero_grad()
loss.backward()
opt.step()
