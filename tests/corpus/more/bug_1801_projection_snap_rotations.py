import torch


def snap(rotations: torch.Tensor, tol: float = 0.2) -> torch.Tensor:
    r = rotations.to(torch.float32)
    small = r.abs() < tol
    r[small] = 0.0
    return r


def project(volume: torch.Tensor, rotations: torch.Tensor) -> torch.Tensor:
    axes = snap(rotations)
    return torch.einsum("nij,pj->npi", axes, volume)[..., :2]


torch.manual_seed(1801)
pose = torch.nn.Parameter(0.1 * torch.randn(4, 3, 3))
volume = torch.randn(5, 3)

rot = torch.linalg.matrix_exp(pose - pose.transpose(1, 2))
views = project(volume, rot)
jitter = (rot[1:] - rot[:-1]).pow(2).sum()
loss = views.pow(2).mean() + jitter
loss.backward()
