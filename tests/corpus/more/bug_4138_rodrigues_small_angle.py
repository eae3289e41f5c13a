import torch


def skew(w):
    zero = torch.zeros_like(w[..., 0])
    x, y, z = w.unbind(-1)
    return torch.stack([zero, -z, y, z, zero, -x, -y, x, zero], -1).reshape(*w.shape[:-1], 3, 3)


def exp_map(w, eps=1e-4):
    theta2 = (w * w).sum(-1)[..., None, None]
    theta = torch.sqrt(theta2)
    a = torch.where(theta > eps, torch.sin(theta) / theta, 1 - theta2 / 6)
    b = torch.where(theta > eps, (1 - torch.cos(theta)) / theta2, 0.5 - theta2 / 24)
    k = skew(w)
    return torch.eye(3) + a * k + b * (k @ k)


torch.manual_seed(338)
twist = torch.randn(3, 3)
twist[1] = 0.0
twist.requires_grad_()
points = torch.randn(4, 3)
moved = torch.einsum("nij,kj->nki", exp_map(twist), points)
loss = (moved - points).square().mean()
loss.backward()
