import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(1522)
head = nn.Linear(3, 4)
feat, target = torch.randn(4, 3), torch.rand(4, 4)
exists_box = torch.tensor([[1.0], [0.0], [1.0], [1.0]])


def box_loss(pred, target):
    box = exists_box * pred
    box[..., 2:4] = torch.sign(box[..., 2:4]) * torch.sqrt(torch.abs(box[..., 2:4]) + 1e-2)
    want = exists_box * torch.cat([target[..., :2], target[..., 2:4].sqrt()], dim=-1)
    return F.mse_loss(box, want, reduction="sum")


loss = box_loss(head(feat), target)
loss.backward()
