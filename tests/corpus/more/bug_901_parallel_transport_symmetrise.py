import torch


def parallel_transport(base, direction):
    root = torch.linalg.cholesky(base)
    velocity = root @ direction @ root.T
    velocity += velocity.T
    return velocity


torch.manual_seed(901)
direction = torch.randn(3, 3, requires_grad=True)
a = torch.randn(3, 3)
loss = parallel_transport(a @ a.T + 3 * torch.eye(3), direction).pow(2).sum()
loss.backward()
