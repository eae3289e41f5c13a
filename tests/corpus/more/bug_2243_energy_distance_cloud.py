import torch


def pairwise(a, b):
    return torch.sqrt(((a[:, None] - b[None]) ** 2).sum(dim=-1))


def energy_distance(x, y):
    cross = pairwise(x, y).mean()
    within_x = pairwise(x, x).mean()
    within_y = pairwise(y, y).mean()
    return 2 * cross - within_x - within_y


torch.manual_seed(2243)
cloud = torch.randn(4, 2, requires_grad=True)
observed = torch.randn(5, 2) + 1.0
loss = energy_distance(cloud, observed)
loss.backward()
print("loss", loss.item())
