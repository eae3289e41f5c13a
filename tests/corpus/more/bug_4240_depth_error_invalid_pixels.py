import torch
import torch.nn as nn

torch.manual_seed(51)
dec = nn.ConvTranspose2d(1, 1, 2)
gt = torch.rand(1, 1, 3, 3) * 4
gt[0, 0, 0] = 0.0


def depth_loss(pred, gt):
    err = pred - gt
    sq = err.square()
    err[gt <= 0] = 0.0
    valid = (gt > 0).float()
    return (sq * valid).sum() / valid.sum() - 0.5 * err.mean() ** 2


loss = depth_loss(dec(torch.randn(1, 1, 2, 2)), gt)
loss.backward()
