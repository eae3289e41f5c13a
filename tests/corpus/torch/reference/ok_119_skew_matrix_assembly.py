import torch

torch.manual_seed(404)
omega = torch.randn(2, 3, requires_grad=True)
shift = torch.randn(2, 3, requires_grad=True)


def hat(w):
    a, b, c = w.unbind(-1)
    o = torch.zeros_like(a)
    return torch.stack([o, -c, b, c, o, -a, -b, a, o], -1).reshape(*w.shape[:-1], 3, 3)


def se3(w, v):
    top = torch.cat([torch.linalg.matrix_exp(hat(w)), v.unsqueeze(-1)], -1)
    return torch.cat([top, torch.tensor([[[0.0, 0.0, 0.0, 1.0]]]).expand(w.size(0), 1, 4)], 1)


marker = torch.tensor([0.1, 0.2, 0.3, 1.0])
seen = torch.randn(2, 3)
pred = (se3(omega, shift) @ marker)[:, :3]
loss = (pred - seen).pow(2).sum()
loss.backward()
