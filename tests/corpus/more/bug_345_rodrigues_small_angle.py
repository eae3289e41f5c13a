import torch


def hat(w):
    zero = torch.zeros_like(w[..., 0])
    x, y, z = w.unbind(-1)
    rows = [zero, -z, y, z, zero, -x, -y, x, zero]
    return torch.stack(rows, dim=-1).unflatten(-1, (3, 3))


def exp_so3(w, eps=1e-6):
    theta = w.norm(dim=-1)[..., None, None]
    K = hat(w)
    a = torch.where(theta < eps, 1 - theta ** 2 / 6, torch.sin(theta) / theta)
    b = torch.where(theta < eps, 0.5 - theta ** 2 / 24, (1 - torch.cos(theta)) / theta ** 2)
    return torch.eye(3) + a * K + b * (K @ K)


torch.manual_seed(49)
omega = torch.tensor([[0.0, 0.0, 0.0], [0.3, -0.2, 0.5]], requires_grad=True)
points = torch.randn(2, 3)
moved = (exp_so3(omega) @ points[..., None]).squeeze(-1)
loss = (moved - torch.ones(2, 3)).square().sum()
loss.backward()
print(omega.grad)
