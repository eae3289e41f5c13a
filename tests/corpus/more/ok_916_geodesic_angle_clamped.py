import torch


def rotmat_geodesic_distance(r1, r2, eps=1e-6):
    trace = (r1 * r2).sum(dim=(-2, -1))
    return torch.acos(((trace - 1) / 2).clamp(-1 + eps, 1 - eps))


angle = torch.tensor([0.0, 0.7], requires_grad=True)
c, s, one, zero = angle.cos(), angle.sin(), torch.ones(2), torch.zeros(2)
rot = torch.stack([c, -s, zero, s, c, zero, zero, zero, one], dim=1).view(2, 3, 3)
loss = rotmat_geodesic_distance(rot, torch.eye(3)).sum()
loss.backward()
