import torch

torch.manual_seed(836)
rotmat = torch.randn(4, 3, 3, requires_grad=True)


def rotmat_to_quat(r):
    trace = r[:, 0, 0] + r[:, 1, 1] + r[:, 2, 2]
    off = torch.stack([r[:, 2, 1] - r[:, 1, 2], r[:, 0, 2] - r[:, 2, 0], r[:, 1, 0] - r[:, 0, 1]], 1)
    flag = 1 + trace > 0
    s = torch.ones_like(trace)
    s[flag] = 2 * torch.sqrt(1 + trace[flag])
    xyz = off / s[:, None]
    s[~flag] = 2 * torch.sqrt(1 - trace[~flag])
    return torch.cat([s[:, None] / 4, xyz], dim=1)


loss = rotmat_to_quat(rotmat).pow(2).sum()
loss.backward()
