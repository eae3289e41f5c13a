import torch

torch.manual_seed(2116)


def rotmat_geodesic_distance(R1, R2, eps=1e-6):
    cos = ((R1 * R2).sum(dim=(-2, -1)) - 1) / 2
    return torch.acos(cos.clamp(-1 + eps, 1 - eps))


turn = torch.tensor([[0.0, -1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]])
rotations = torch.stack([torch.eye(3), turn]).requires_grad_()
target = torch.eye(3).expand(2, 3, 3)
loss = rotmat_geodesic_distance(rotations, target).pow(2).sum()
loss.backward()
