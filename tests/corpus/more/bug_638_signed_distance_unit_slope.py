import torch
import torch.nn as nn

torch.manual_seed(638)
sdf = nn.Sequential(nn.Linear(2, 4), nn.Softplus(beta=5), nn.Linear(4, 1))
surface = torch.randn(5, 2)


def unit_slope(points):
    points = points.clone().requires_grad_(True)
    value = sdf(points)
    slope = torch.autograd.grad(value.sum(), points, retain_graph=True)[0]
    return (slope.norm(dim=1) - 1).pow(2).mean()


def fit(surface):
    near = surface + 0.1 * torch.randn_like(surface)
    on_surface = sdf(surface).abs().mean()
    return on_surface + 0.5 * unit_slope(near)


loss = fit(surface)
loss.backward()
print(f"{loss.item():.4f}")
