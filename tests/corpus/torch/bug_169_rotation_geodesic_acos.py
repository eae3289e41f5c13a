import torch


def rot_z(a):
    zero, one = torch.zeros_like(a), torch.ones_like(a)
    rows = [a.cos(), -a.sin(), zero, a.sin(), a.cos(), zero, zero, zero, one]
    return torch.stack(rows, dim=-1).view(*a.shape, 3, 3)


def geodesic(R1, R2):
    rel = R1 @ R2.transpose(-1, -2)
    trace = rel.diagonal(dim1=-2, dim2=-1).sum(-1)
    return torch.acos((trace - 1) / 2)


angles = torch.tensor([0.0, 0.7, -0.4], requires_grad=True)
observed = rot_z(torch.tensor([0.0, 0.5, -0.9]))
loss = geodesic(rot_z(angles), observed).mean()
loss.backward()
for a, g in zip(angles.tolist(), angles.grad.tolist()):
    print(f"{a:+.2f} -> {g:+.4f}")
