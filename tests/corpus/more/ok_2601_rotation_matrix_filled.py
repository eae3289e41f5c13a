import torch
import torch.nn as nn


def quaternion_to_matrix(q):
    q = q / q.norm(dim=-1, keepdim=True)
    w, x, y, z = q.unbind(-1)
    R = torch.zeros(q.shape[0], 3, 3)
    R[:, 0, 0] = 1 - 2 * (y * y + z * z)
    R[:, 0, 1] = 2 * (x * y - w * z)
    R[:, 0, 2] = 2 * (x * z + w * y)
    R[:, 1, 0] = 2 * (x * y + w * z)
    R[:, 1, 1] = 1 - 2 * (x * x + z * z)
    R[:, 1, 2] = 2 * (y * z - w * x)
    R[:, 2, 0] = 2 * (x * z - w * y)
    R[:, 2, 1] = 2 * (y * z + w * x)
    R[:, 2, 2] = 1 - 2 * (x * x + y * y)
    return R


torch.manual_seed(263)
pose_net = nn.Linear(3, 4)
feats, points, target = torch.randn(2, 3), torch.randn(2, 5, 3), torch.randn(2, 5, 3)
R = quaternion_to_matrix(pose_net(feats))
moved = points @ R.transpose(1, 2)
loss = (moved - target).pow(2).mean()
loss.backward()
