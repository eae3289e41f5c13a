import torch

torch.manual_seed(2231)
nx, nt, dt = 7, 5, 0.5
speed = (0.8 + 0.2 * torch.rand(nx - 2)).requires_grad_()


def propagate(c, pulse):
    field = torch.zeros(nt, nx)
    field[0] = pulse
    field[1] = pulse
    for n in range(1, nt - 1):
        curvature = field[n, 2:] - 2 * field[n, 1:-1] + field[n, :-2]
        damping = 0.1 * c * field[n - 1, 1:-1]
        field[n + 1, 1:-1] = 2 * field[n, 1:-1] - field[n - 1, 1:-1] + (c * dt) ** 2 * curvature - damping
    return field


pulse = torch.exp(-(torch.arange(nx) - 3.0) ** 2)
record = propagate(speed, pulse)[:, 2]
loss = (record - 0.3).pow(2).sum()
loss.backward()
