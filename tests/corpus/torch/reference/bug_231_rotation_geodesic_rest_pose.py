import torch


def so3_exp(w):
    """First-order accurate rotation from a small rotation vector."""
    z = torch.zeros_like(w[..., 0])
    rows = [torch.stack(r, -1) for r in
            ((z, -w[..., 2], w[..., 1]), (w[..., 2], z, -w[..., 0]), (-w[..., 1], w[..., 0], z))]
    return torch.linalg.matrix_exp(torch.stack(rows, -2))


def geodesic(R1, R2):
    trace = (R1 * R2).sum(dim=(-2, -1))
    return torch.acos(((trace - 1) / 2).clamp(-1 + 1e-6, 1 - 1e-6))


rotvec = torch.zeros(2, 3)
rotvec[1] = torch.tensor([0.3, -0.2, 0.1])
rotvec.requires_grad_(True)
goal = torch.eye(3).expand(2, 3, 3)

angles = geodesic(so3_exp(rotvec), goal)
loss = angles.sum() + 0.01 * rotvec.pow(2).sum()
loss.backward()
print("angles", angles.detach(), "grad", rotvec.grad)
