import torch

pred = torch.tensor([[1.0, 2.0], [0.5, 0.5]], requires_grad=True)
target = torch.tensor([[1.0, 2.0], [1.5, 0.0]])


def gwd_loss(pred, target, tau=1.0):
    xy_distance = (pred - target).square().sum(dim=-1)
    close = xy_distance < 1e-7
    distance = torch.where(close, torch.full_like(xy_distance, 1e-7), xy_distance).sqrt()
    return 1 - 1 / (tau + torch.log1p(distance))


loss = gwd_loss(pred, target).sum()
loss.backward()
