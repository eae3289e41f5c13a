import torch
import torch.nn.functional as F


def rotation_6d(d6: torch.Tensor) -> torch.Tensor:
    a, b = d6[..., :3], d6[..., 3:]
    R = torch.zeros(*d6.shape[:-1], 3, 3)
    R[..., 0, :] = F.normalize(a, dim=-1)
    overlap = (R[..., 0, :] * b).sum(-1, keepdim=True)
    R[..., 1, :] = F.normalize(b - overlap * R[..., 0, :], dim=-1)
    R[..., 2, :] = torch.linalg.cross(R[..., 0, :], R[..., 1, :])
    return R


torch.manual_seed(1822)
d6 = torch.randn(2, 6, requires_grad=True)
cloud = torch.randn(4, 3)
posed = torch.einsum("nij,pj->npi", rotation_6d(d6), cloud)
loss = (posed - cloud.flip(0)).pow(2).mean()
loss.backward()
