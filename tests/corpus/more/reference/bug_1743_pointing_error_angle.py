import torch


def unit(v):
    return v / v.norm(dim=-1, keepdim=True)


def angle_between(a, b):
    cosine = (unit(a) * unit(b)).sum(-1)
    sine = torch.linalg.cross(unit(a), unit(b)).norm(dim=-1)
    return torch.atan2(sine, cosine)


def pointing_loss(direction, target, weight):
    return (weight * angle_between(direction, target) ** 2).sum()


target = torch.tensor([[0.0, 0.0, 1.0], [0.0, 1.0, 0.0], [1.0, 0.0, 0.0]])
direction = torch.tensor([[0.1, 0.0, 1.0], [0.0, 1.0, 0.0], [0.8, 0.3, -0.2]], requires_grad=True)
loss = pointing_loss(direction, target, torch.tensor([1.0, 0.5, 2.0]))
loss.backward()
