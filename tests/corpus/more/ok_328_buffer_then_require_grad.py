import torch

torch.manual_seed(77)


def bezier_controls(n, radius):
    pts = torch.empty(n, 2)
    angle = torch.linspace(0, 3.0, n)
    pts[:, 0] = radius * angle.cos()
    pts[:, 1] = radius * angle.sin()
    pts += 0.05 * torch.randn_like(pts)
    pts[0].zero_()
    return pts.requires_grad_()


def cubic(control, t):
    basis = torch.stack([(1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t ** 2 * (1 - t), t ** 3], dim=1)
    return basis @ control


control = bezier_controls(4, radius=2.0)
curve = cubic(control, torch.linspace(0, 1, 7))
step = curve[1:] - curve[:-1]
loss = step.square().sum() + (curve[-1] - 1.0).square().sum()
loss.backward()
