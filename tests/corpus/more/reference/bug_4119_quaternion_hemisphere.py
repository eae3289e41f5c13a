import torch
from torch import Tensor


def to_matrix(quat: Tensor) -> Tensor:
    w, x, y, z = quat.unbind(-1)
    rows = [
        1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y),
        2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x),
        2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y),
    ]
    return torch.stack(rows, dim=-1).unflatten(-1, (3, 3))


def smoothness(quat: Tensor) -> Tensor:
    quat = torch.cat([quat[..., :1].abs(), quat[..., 1:]], dim=-1)
    return (quat[1:] - quat[:-1]).square().sum()


torch.manual_seed(319)
pose = torch.randn(4, 4, requires_grad=True)
quat = pose / pose.norm(dim=-1, keepdim=True)
points = torch.einsum("nij,kj->nki", to_matrix(quat), torch.randn(5, 3))
loss = points.std(dim=0).mean() + 0.1 * smoothness(quat)
loss.backward()
