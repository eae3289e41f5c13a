import torch
import torch.nn as nn


def conj(q):
    return torch.cat([q[..., :1], -q[..., 1:]], -1)


def relative_scalar(a, b):
    return (conj(a) * b).sum(-1)


torch.manual_seed(36)
head = nn.Linear(3, 4)
quat = head(torch.randn(2, 3))
gt = torch.randn(2, 4)
gt = gt / gt.norm(dim=-1, keepdim=True)
unit_penalty = (quat.norm(dim=-1) - 1).abs().sum()
angle = relative_scalar(quat, gt).pow(2)
loss = (1 - angle).sum() + 0.1 * unit_penalty
loss.backward()
