import torch
import torch.nn as nn

torch.manual_seed(1135)


def metric_iou(pred, true):
    pred = pred.masked_fill(pred >= 0.9, 1.0)
    pred = pred.masked_fill(pred < 0.1, 0.0)
    inter = pred * true
    union = pred + true - inter
    return inter.sum() / union.sum()


decoder = nn.Linear(3, 6)
latent = 4.0 * torch.randn(2, 3)
voxels = torch.sigmoid(decoder(latent))
occupied = (torch.rand(2, 6) > 0.5).float()
loss = 1 - metric_iou(voxels, occupied)
loss.backward()
