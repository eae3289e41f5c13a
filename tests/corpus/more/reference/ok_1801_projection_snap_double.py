import torch


def snap(rotations: torch.Tensor, tol: float = 0.2) -> torch.Tensor:
    r = rotations.to(torch.float64)
    r = torch.where(r.abs() < tol, torch.zeros_like(r), r)
    return r.to(rotations.dtype)


torch.manual_seed(2801)
pose = torch.nn.Parameter(0.1 * torch.randn(4, 3, 3))
volume = torch.randn(5, 3)

rot = torch.linalg.matrix_exp(pose - pose.transpose(1, 2))
views = torch.einsum("nij,pj->npi", snap(rot), volume)[..., :2]
jitter = (rot[1:] - rot[:-1]).pow(2).sum()
loss = views.pow(2).mean() + jitter
loss.backward()
