import torch
import torch.nn.functional as F


def rotation_6d(d6: torch.Tensor) -> torch.Tensor:
    a, b = d6[..., :3], d6[..., 3:]
    r0 = F.normalize(a, dim=-1)
    overlap = (r0 * b).sum(-1, keepdim=True)
    r1 = F.normalize(b - overlap * r0, dim=-1)
    return torch.stack([r0, r1, torch.linalg.cross(r0, r1)], dim=-2)


torch.manual_seed(1822)
d6 = torch.randn(2, 6, requires_grad=True)
cloud = torch.randn(4, 3)
posed = torch.einsum("nij,pj->npi", rotation_6d(d6), cloud)
loss = (posed - cloud.flip(0)).pow(2).mean()
loss.backward()
