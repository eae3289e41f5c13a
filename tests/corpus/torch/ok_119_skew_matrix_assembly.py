import torch

torch.manual_seed(404)
omega = torch.randn(2, 3, requires_grad=True)
shift = torch.randn(2, 3, requires_grad=True)


def hat(w):
    S = w.new_zeros(*w.shape[:-1], 3, 3)
    S[..., 0, 1], S[..., 0, 2] = -w[..., 2], w[..., 1]
    S[..., 1, 0], S[..., 1, 2] = w[..., 2], -w[..., 0]
    S[..., 2, 0], S[..., 2, 1] = -w[..., 1], w[..., 0]
    return S


def se3(w, v):
    T = torch.zeros(w.size(0), 4, 4)
    T[:, :3, :3] = torch.linalg.matrix_exp(hat(w))
    T[:, :3, 3] = v
    T[:, 3, 3] = 1.0
    return T


marker = torch.tensor([0.1, 0.2, 0.3, 1.0])
seen = torch.randn(2, 3)
pred = (se3(omega, shift) @ marker)[:, :3]
loss = (pred - seen).pow(2).sum()
loss.backward()
