import torch

torch.manual_seed(2306)
n, steps = 8, 5
tension = torch.full((n,), 0.4, requires_grad=True)


def laplacian(u):
    return torch.roll(u, 1) - 2 * u + torch.roll(u, -1)


def vibrate(k, u):
    u_prev, energies = u, []
    for _ in range(steps):
        u_next = 2 * u - u_prev + k * laplacian(u)
        u_next = torch.nn.functional.pad(u_next[1:-1], (1, 1))
        u_prev, u = u, u_next
        energies.append(u.pow(2).sum())
    return torch.stack(energies)


pluck = torch.sin(torch.linspace(0, torch.pi, n))
loss = (vibrate(tension, pluck) - 2.0).pow(2).mean()
loss.backward()
