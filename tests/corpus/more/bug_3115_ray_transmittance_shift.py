import torch


def composite(density, colour, step):
    alpha = 1 - torch.exp(-density.relu() * step)
    trans = torch.cumprod(1 - alpha + 1e-6, dim=-1)
    trans[..., 1:] = trans[..., :-1].clone()
    trans[..., 0] = 1.0
    weight = alpha * trans
    return (weight[..., None] * colour).sum(-2), weight


def render(density, colour, *, samples, near=0.5, far=2.0):
    step = (far - near) / samples
    rgb, weight = composite(density, colour, step)
    depth = (weight * torch.linspace(near, far, samples)).sum(-1)
    return {"rgb": rgb, "depth": depth}


torch.manual_seed(3116)
density = torch.rand(2, 5).mul(2).requires_grad_()
colour = torch.rand(2, 5, 3)
out = render(density, colour, samples=5)
loss = (out["rgb"] - 0.5).square().sum() + 0.1 * out["depth"].sum()
loss.backward()
