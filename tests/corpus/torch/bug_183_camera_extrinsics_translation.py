import torch

torch.manual_seed(306)
angles = torch.randn(2, requires_grad=True)
log_focal = torch.zeros(2, requires_grad=True)
shift = torch.randn(2, 2, requires_grad=True)


def euler_to_homogeneous(a):
    c, s, z, o = torch.cos(a), torch.sin(a), torch.zeros_like(a), torch.ones_like(a)
    rows = [torch.stack(r, dim=-1) for r in ((c, -s, z), (s, c, z), (z, z, o))]
    return torch.stack(rows, dim=-2)


def intrinsics(lf):
    f, z, o = lf.exp(), torch.zeros_like(lf), torch.ones_like(lf)
    rows = [torch.stack(r, dim=-1) for r in ((f, z, z), (z, f, z), (z, z, o))]
    return torch.stack(rows, dim=-2)


pose = euler_to_homogeneous(angles)
K = intrinsics(log_focal)
rotation_only = K @ pose
pose[..., :2, 2] = shift
full = K @ pose

corners = torch.tensor([[-1.0, -1.0, 1.0], [1.0, -1.0, 1.0], [1.0, 1.0, 1.0]])
vanishing = rotation_only @ corners.T
projected = full @ corners.T
loss = projected.pow(2).mean() + 0.1 * vanishing.abs().mean()
loss.backward()
