import torch
import torch.nn.functional as F


def look_at(eye: torch.Tensor, up: torch.Tensor) -> torch.Tensor:
    R = torch.empty(*eye.shape[:-1], 3, 3)
    z = F.normalize(-eye, dim=-1)
    x = F.normalize(torch.linalg.cross(up.expand_as(z), z), dim=-1)
    R[..., 0, :] = x
    R[..., 1, :] = torch.linalg.cross(z, x)
    R[..., 2, :] = z
    return R


torch.manual_seed(2809)
eye = torch.randn(2, 3, requires_grad=True)
cloud = torch.randn(4, 3)
screen = torch.einsum("nij,pj->npi", look_at(eye, torch.tensor([0.0, 1.0, 0.0])), cloud)
loss = screen[..., :2].sin().mean()
loss.backward()
