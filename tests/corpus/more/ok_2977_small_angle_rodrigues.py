import torch


def hat(w):
    x, y, z = w.unbind(-1)
    o = torch.zeros_like(x)
    return torch.stack([o, -z, y, z, o, -x, -y, x, o], dim=-1).unflatten(-1, (3, 3))


def exp_so3(w):
    sq = w.square().sum(-1)[..., None, None]
    tiny = sq < 1e-8
    theta = torch.where(tiny, torch.ones_like(sq), sq).sqrt()
    a = torch.where(tiny, 1 - sq / 6, theta.sin() / theta)
    b = torch.where(tiny, 0.5 - sq / 24, (1 - theta.cos()) / theta**2)
    k = hat(w)
    return torch.eye(3) + a * k + b * (k @ k)


torch.manual_seed(1427)
omega = torch.tensor([[0.0, 0.0, 0.0], [0.4, -0.2, 0.1]], requires_grad=True)
points, observed = torch.randn(2, 3, 4), torch.randn(2, 3, 4)
loss = (exp_so3(omega) @ points - observed).square().mean()
loss.backward()
