import torch


def skew_norm(R, eps=1e-12):
    v = torch.stack([R[:, 2, 1] - R[:, 1, 2], R[:, 0, 2] - R[:, 2, 0], R[:, 1, 0] - R[:, 0, 1]], dim=1)
    return torch.cat([v, torch.full((len(v), 1), eps**0.5)], dim=1).norm(dim=1)


def rotation_angle(R):
    trace = R.diagonal(dim1=1, dim2=2).sum(dim=1)
    return torch.atan2(skew_norm(R), trace - 1)


def relative(A, B):
    return A.transpose(1, 2) @ B


def about_z(t):
    c, s, o, i = t.cos(), t.sin(), torch.zeros_like(t), torch.ones_like(t)
    return torch.stack([c, -s, o, s, c, o, o, o, i], dim=1).view(-1, 3, 3)


torch.manual_seed(3223)
angles = torch.tensor([0.0, 0.4, -1.1])
gt = about_z(angles)
rot = about_z(torch.tensor([0.0, 0.1, 0.2])).requires_grad_()
log_scale = rot.sum(dim=(1, 2)).clamp(min=1e-3).log()
loss = rotation_angle(relative(rot, gt)).mean() + 0.1 * log_scale.pow(2).mean()
loss.backward()
