import torch


def svd_truncated(x, chi):
    u, s, vh = torch.linalg.svd(x, full_matrices=False)
    total = s.sum()
    u, s, vh = u[:, :chi], s[:chi], vh[:chi]
    s = s * (total / s.sum())
    return u, s, vh


torch.manual_seed(904)
theta = torch.randn(4, 3, requires_grad=True)
target = torch.randn(4, 3)
u, s, vh = svd_truncated(theta, 2)
loss = ((u * s) @ vh - target).pow(2).sum()
loss.backward()
