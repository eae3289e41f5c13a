import torch


def intersect_sphere(rays_o, rays_d, radius):
    od = (rays_o * rays_d).sum(-1)
    dd = (rays_d ** 2).sum(-1)
    oo = (rays_o ** 2).sum(-1)
    disc = od ** 2 - dd * (oo - radius ** 2)
    hit = disc > 0
    root = torch.sqrt(torch.where(hit, disc, torch.ones_like(disc)))
    depth = torch.where(hit, (-od - root) / dd, torch.full_like(od, 5.0))
    return depth, hit


torch.manual_seed(48)
radius = torch.tensor(1.0, requires_grad=True)
center = torch.tensor([0.1, -0.2, 0.0], requires_grad=True)
origin = torch.tensor([0.0, 0.0, -3.0])
grid = torch.linspace(-0.5, 0.5, 4)
dirs = torch.stack([torch.tensor([float(u), float(v), 1.0]) for u in grid for v in grid])
depth, hit = intersect_sphere(origin - center, dirs, radius)
target = torch.full((16,), 2.5)
loss = (depth - target).abs()[hit].mean()
loss.backward()
