import torch
import torch.nn as nn

torch.manual_seed(806)
projector = nn.Sequential(nn.Linear(4, 5), nn.ReLU(), nn.Linear(5, 3))
predictor = nn.Linear(3, 3)


def unit(v, eps=1e-6):
    length = torch.linalg.vector_norm(v, dim=-1, keepdim=True)
    return v.div(length + eps)


def regression_loss(online, target):
    return 2.0 - 2.0 * (unit(online) * unit(target)).sum(-1).mean()


view_a, view_b = torch.randn(3, 4), torch.randn(3, 4)
with torch.no_grad():
    target = projector(view_b)
loss = regression_loss(predictor(projector(view_a)), target)
loss.backward()
