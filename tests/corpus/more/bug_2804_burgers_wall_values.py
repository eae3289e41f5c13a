import torch

torch.manual_seed(504)
grid = torch.linspace(0.0, 1.0, 7)
modes = torch.randn(3, requires_grad=True)
LEFT, RIGHT = 0.1, -0.1


def profile(c):
    k = torch.arange(1, len(c) + 1)
    return (c * torch.sin(torch.pi * k * grid[:, None])).sum(-1)


def residual(u, nu=0.05):
    h = grid[1] - grid[0]
    convection = u[1:-1] * (u[2:] - u[:-2]) / (2 * h)
    diffusion = nu * (u[2:] - 2 * u[1:-1] + u[:-2]) / h**2
    return convection - diffusion


u = profile(modes)
pde = residual(u).pow(2).mean()
u[0], u[-1] = LEFT, RIGHT
smooth = (u[1:] - u[:-1]).pow(2).sum()
loss = pde + smooth
loss.backward()
