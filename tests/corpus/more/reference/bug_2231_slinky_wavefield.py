import torch

torch.manual_seed(2231)
nx, nt, dt = 7, 5, 0.5
speed = (0.8 + 0.2 * torch.rand(nx - 2)).requires_grad_()


def propagate(c, pulse):
    field = [pulse, pulse]
    for n in range(1, nt - 1):
        now, before = field[n], field[n - 1]
        curvature = now[2:] - 2 * now[1:-1] + now[:-2]
        damping = 0.1 * c * before[1:-1]
        inner = 2 * now[1:-1] - before[1:-1] + (c * dt) ** 2 * curvature - damping
        field.append(torch.nn.functional.pad(inner, (1, 1)))
    return torch.stack(field)


pulse = torch.exp(-(torch.arange(nx) - 3.0) ** 2)
record = propagate(speed, pulse)[:, 2]
loss = (record - 0.3).pow(2).sum()
loss.backward()
